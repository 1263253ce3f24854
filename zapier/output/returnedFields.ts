import {
  type Output,
  type OutputField,
  type OutputFields,
  flattened,
} from '../../shared/fields/output';
import { isRecord } from '../../shared/runtime/records';

/** What an operation or a trigger does not return on Zapier. */
interface Names {
  omit?: readonly string[];
}

/**
 * The declared fields that Zapier returns: without those that only repeat an input, and without objects whose parts
 * are unknown, because a later step maps single values.
 */
export function returnedFields(fields: OutputFields, { omit: keys = [] }: Names): OutputFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, field]) => !keys.includes(key) && !hasUnknownParts(field)),
  );
}

/** A flat result with only those fields. A preview keeps everything that would be sent. */
export function returnedOutput(result: Output, fields: OutputFields, names: Names): Output {
  const flat = flattened(result, fields);
  if (result.preview === true) return flat;
  const returned = returnedFields(fields, names);
  // The service may add fields.
  const isAdded = (key: string, value: unknown) => !Object.hasOwn(fields, key) && !isRecord(value);
  return Object.fromEntries(
    Object.entries(flat).filter(
      ([key, value]) => Object.hasOwn(returned, key) || isAdded(key, value),
    ),
  );
}

function hasUnknownParts({ type, fields, valueGroup }: OutputField): boolean {
  return type === 'object' && fields === undefined && valueGroup === undefined;
}
