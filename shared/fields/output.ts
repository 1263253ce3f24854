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
  /** What an `object` keyed by field ID holds: values of the pass type's fields, or the designer's. */
  values?: 'passType' | 'designer';
  /** Key of the service's own whose value this field carries in a form that can be used. */
  insteadOf?: string;
  /** What a plain `list` holds, where the service says. */
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

/** Without the service's own form of what a field carries in a better one. */
export function withoutRawForms(
  output: Record<string, unknown>,
  fields: OutputFields,
): Record<string, unknown> {
  const raw = Object.entries(fields).flatMap(([key, { insteadOf }]) =>
    insteadOf !== undefined && output[key] !== undefined ? [insteadOf] : [],
  );
  return Object.fromEntries(Object.entries(output).filter(([key]) => !raw.includes(key)));
}

/** Drops what is `undefined`, so that absent is absent on both platforms. */
export function compact(output: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(output).filter(([, value]) => value !== undefined));
}

/** What n8n wants of a delete operation. */
export const DELETED = {
  returns: 'one' as const,
  fields: { deleted: { label: 'Deleted', type: 'boolean', always: true } } satisfies OutputFields,
  sample: { deleted: true },
};

export type Output = Record<string, unknown>;
