import type { ValueGroup } from '../design/fields';
import { isRecord } from '../runtime/records';
import { toIsoTime } from '../service/dates';
import { capitalized } from '../service/wording';
import type { TemplateFeature } from './kinds';

/** One field of the output of an operation or trigger, for previews and samples on every platform. */
export interface OutputField {
  /** Title Case. */
  label: string;
  /** A `datetime` is ISO 8601 in UTC. */
  type: 'string' | 'number' | 'integer' | 'boolean' | 'datetime' | 'object' | 'list';
  /** All values of a `string`, if the list is closed. */
  oneOf?: readonly string[];
  /** Whether every result has it. */
  always?: boolean;
  /** Whether Simplify omits it. */
  omitFromSimplified?: boolean;
  /** The group, for an `object` of field values by field ID. Flat results contain the values themselves. */
  valueGroup?: ValueGroup;
  /** Only passes of templates with this feature have it. */
  forFeature?: TemplateFeature;
  /** Type of the entries of a plain `list`, if the service states it. */
  items?: 'string';
  /** Parts of an `object`, or of each entry of a `list` of objects. */
  fields?: OutputFields;
}

export interface OutputFields {
  [key: string]: OutputField;
}

export type Output = Record<string, unknown>;

/** Names of the service's timestamps, in epoch milliseconds, including names that it may add later. */
const TIME_NAME = /^(created|updated)$|(At|Updated)$/;

/**
 * Output of an object of the service: all its values except `null`, with times in ISO 8601.
 * @param areFieldValues whether the names are a designer's: `seatedAt` may be a table
 */
export function toOutput(
  values: Readonly<Record<string, unknown>>,
  fields: OutputFields,
  areFieldValues = false,
): Output {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      if (value === null || value === undefined) return [];
      const { type, fields: parts, valueGroup } = (Object.hasOwn(fields, key) && fields[key]) || {};
      const hasTimeName = !areFieldValues && typeof value === 'number' && TIME_NAME.test(key);
      if (type === 'datetime' || hasTimeName) return [[key, toIsoTime(value)]];
      if (!parts || !isRecord(value)) return [[key, value]];
      return [[key, toOutput(value, parts, valueGroup !== undefined)]];
    }),
  );
}

/**
 * The output with the field values of a pass as separate fields. A value never replaces a field of the output: if its
 * ID is the name of such a field, its key gets the name of its group as a prefix, e.g. `customFields_status`. The same
 * applies to `error`, which failed items have.
 */
export function flattened(output: Output, fields: OutputFields): Output {
  const groups = Object.keys(fields).filter((key) => fields[key]?.valueGroup);
  return flattenedParts(output, groups, fields);
}

/** Like {@link flattened}, for the entries of any objects of the output, by their keys. */
export function flattenedParts(
  output: Output,
  groups: readonly string[],
  fields: OutputFields,
): Output {
  const flat = new Map(Object.entries(output).filter(([key]) => !groups.includes(key)));
  for (const group of groups) {
    for (const [id, value] of Object.entries(output[group] ?? {})) {
      // Declared keys are reserved, and so are undeclared keys of this output.
      flat.set(flat.has(id) ? withGroupPrefix(group, id) : valueKey(group, id, fields), value);
    }
  }
  return Object.fromEntries(flat);
}

/** The key of a field value in a flat output. */
export function valueKey(group: string, id: string, fields: OutputFields): string {
  return Object.hasOwn(fields, id) || id === 'error' ? withGroupPrefix(group, id) : id;
}

function withGroupPrefix(group: string, id: string): string {
  return `${group}_${id}`;
}

/** The declared fields of a flat output. It also contains the field values of the template's design. */
export function flatFields(fields: OutputFields): OutputFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) =>
      field.valueGroup ? Object.entries(field.fields ?? {}) : [[key, field]],
    ),
  );
}

/** The same fields, but none of them is in every result. */
export function withoutAlways<T extends OutputFields>(fields: T): T {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, { ...field, always: false }]),
  ) as T;
}

/** The fields that Simplify keeps. */
export function simpleFields(fields: OutputFields): OutputFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { omitFromSimplified }]) => !omitFromSimplified),
  );
}

/** A flat output with only some of its declared fields, in their order. */
export function pickedOutput(output: Output, picked: OutputFields, fields: OutputFields): Output {
  const values = Object.keys(picked).flatMap((key) =>
    output[key] === undefined ? [] : [[key, output[key]]],
  );
  return flattened(Object.fromEntries(values) as Output, fields);
}

/** Output shape that n8n requires for deletes. */
export const DELETED = {
  returns: 'one' as const,
  fields: { deleted: { label: 'Deleted', type: 'boolean', always: true } } satisfies OutputFields,
  sample: { deleted: true },
};

/** The values of a design without objects: `{ header: { label } }` -> `headerLabel`. Lists are kept. */
export function flatDesign(design: Output): Output {
  return Object.fromEntries(
    Object.entries(design).flatMap(([key, value]): [string, unknown][] =>
      isRecord(value)
        ? Object.entries(flatDesign(value)).map(([part, each]) => [key + capitalized(part), each])
        : [[key, value]],
    ),
  );
}
