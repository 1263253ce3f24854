import type { OutputField } from './steps';

type Result = Record<string, unknown>;

/** ISO 8601 with a zone, or a date alone. */
export const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** All values of an output field: `a__b` inside objects, `a[]b` in each entry. */
export function valuesAt(result: unknown, key: string): unknown[] {
  const [, name = key, separator, rest] = /^(.+?)(__|\[\])(.+)$/.exec(key) ?? [];
  const value = isObject(result) ? result[name] : undefined;
  if (separator === undefined || rest === undefined) return [value];
  if (separator === '__') return valuesAt(value, rest);
  return Array.isArray(value) ? value.flatMap((entry) => valuesAt(entry, rest)) : [];
}

/** D024, T003, T005, Z001: a sample or a result has all required values, of the right types. */
export function typeFindings(result: Result, fields: readonly OutputField[]): string[] {
  return fields.flatMap((field) =>
    valuesAt(result, field.key).flatMap((value) => {
      if (value === undefined || value === null) {
        return field.required ? [`'${field.key}' is missing`] : [];
      }
      const values = field.list && Array.isArray(value) ? value : [value];
      return values.every((one) => hasType(one, field.type))
        ? []
        : [`'${field.key}' is no ${field.type ?? 'value'}: ${JSON.stringify(value)}`];
    }),
  );
}

function hasType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'datetime':
      return typeof value === 'string' && ISO.test(value);
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return typeof value === 'string';
  }
}

/** Objects of a result without declared parts: nobody can map them. */
export function undeclaredObjects(result: Result, fields: readonly OutputField[]): string[] {
  return Object.keys(result).filter(
    (key) => isObject(result[key]) && !fields.some((field) => field.key.startsWith(`${key}__`)),
  );
}

/** T004: every result has all keys of the sample. */
export function missingOfSample(sample: Result, result: Result): string[] {
  return pathsOf(sample).filter((path) => {
    const [value] = valuesAt(result, path);
    return value === undefined;
  });
}

/** The keys of all values of a result; `a__b` inside objects. */
export function pathsOf(value: Result): string[] {
  return Object.entries(value).flatMap(([key, one]) =>
    isObject(one) ? pathsOf(one).map((path) => `${key}__${path}`) : [key],
  );
}

export function isObject(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
