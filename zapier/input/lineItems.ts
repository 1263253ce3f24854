import type { InputFields } from '../../shared/fields';

type Values = Record<string, unknown>;

/** The key of an entry's input: two lists of a step may both have a `label`. */
export function childKey(list: string, name: string): string {
  return `${list}_${name}`;
}

/** The entries of a list with the declaration's own keys; entries left empty are left out. */
export function entriesOf(
  list: string,
  entry: InputFields,
  items: readonly unknown[],
  isEmpty: (value: unknown) => boolean,
): Values[] {
  return items.filter(isObject).flatMap((item) => {
    const values = Object.keys(entry).flatMap((name) => {
      const value = item[childKey(list, name)];
      return isEmpty(value) ? [] : [[name, value] as const];
    });
    return values.length === 0 ? [] : [Object.fromEntries(values)];
  });
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
