import type { ValueGroup } from '../design/fields';

/** One field of the output of an operation or trigger, for previews and samples on every platform. */
export interface OutputField {
  /** Title Case. */
  label: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'datetime' | 'object' | 'list';
  /** All values of a `string`, if the list is closed. */
  oneOf?: readonly string[];
  /** Whether every result has it. */
  always?: boolean;
  /** Whether Simplify keeps it. */
  simple?: boolean;
  /** Set on an `object` of field values by field ID: which of the two. */
  valueGroup?: ValueGroup;
  /** Raw service key that this parsed field replaces. */
  replacesKey?: string;
  /** Type of the entries of a plain `list`, if the service states it. */
  items?: 'string';
  /** Parts of an `object`, or of each entry of a `list` of objects. */
  fields?: OutputFields;
}

export interface OutputFields {
  [key: string]: OutputField;
}

/** Keeps what `simple` marks, in the declared order: flat, useful first. */
export function simplified(
  output: Record<string, unknown>,
  fields: OutputFields,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) =>
      field.simple && output[key] !== undefined ? [[key, output[key]]] : [],
    ),
  );
}

/** Without the raw service keys that parsed fields replace. */
export function dropReplacedKeys(
  output: Record<string, unknown>,
  fields: OutputFields,
): Record<string, unknown> {
  const raw = Object.entries(fields).flatMap(([key, { replacesKey }]) =>
    replacesKey !== undefined && output[key] !== undefined ? [replacesKey] : [],
  );
  return Object.fromEntries(Object.entries(output).filter(([key]) => !raw.includes(key)));
}

/** Output shape n8n requires for deletes. */
export const DELETED = {
  returns: 'one' as const,
  fields: { deleted: { label: 'Deleted', type: 'boolean', always: true } } satisfies OutputFields,
  sample: { deleted: true },
};

export type Output = Record<string, unknown>;
