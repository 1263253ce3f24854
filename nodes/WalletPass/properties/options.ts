import type { INodePropertyOptions } from 'n8n-workflow';

import type { InputField } from '../../../shared/fields';

/**
 * Options and default of a dropdown. Without a declared default, a required choice starts with its first
 * option, an optional one with Not Set.
 */
export function choiceOptions(field: InputField & { kind: 'choice' }) {
  const options = optionsOf(field);
  if (field.default !== undefined || field.required) {
    return { options, default: field.default ?? field.options[0]?.value ?? '' };
  }
  return {
    options: byName(
      [{ name: 'Not Set', value: '', description: 'Same as removing this option' }, ...options],
      ({ name }) => name,
    ),
    default: '',
  };
}

/** n8n requires alphabetical order for five or more options; fewer stay as declared. */
export function optionsOf({
  options,
}: {
  options: readonly { value: string; label: string; description?: string }[];
}) {
  const all: INodePropertyOptions[] = options.map(({ value, label, description }) => ({
    name: label,
    value,
    ...(description ? { description } : {}),
  }));
  return all.length < 5 ? all : byName(all, ({ name }) => name);
}

/** Sorts by a name, without changing the original. */
export function byName<T>(entries: readonly T[], name: (entry: T) => string): T[] {
  return [...entries].sort((a, b) => name(a).localeCompare(name(b), 'en'));
}

/** Default of a dropdown: its first declared option. */
export function firstKey([first]: readonly { key: string }[]): string {
  return first?.key ?? '';
}
