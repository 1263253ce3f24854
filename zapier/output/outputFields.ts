import type { PlainOutputField } from 'zapier-platform-core';

import {
  type OutputField,
  type OutputFields,
  flatFields,
  flattened,
} from '../../shared/fields/output';
import { isRecord } from '../../shared/runtime/records';

/**
 * The output fields of an operation or trigger. Zapier's keys for nested values are `a__b` in an object
 * and `a[]b` in the entries of a list. Field values, whose keys depend on the template, are omitted: Zapier
 * takes those from the result.
 */
export function buildOutputFields(fields: OutputFields): PlainOutputField[] {
  return Object.entries(flatFields(fields)).flatMap(([key, field]) =>
    buildFields(key, field, field.label, true),
  );
}

/** @param isParentRequired whether every result has the object that contains the field */
function buildFields(
  key: string,
  field: OutputField,
  label: string,
  isParentRequired: boolean,
): PlainOutputField[] {
  const required = isParentRequired && field.always === true;
  const { type } = field;
  if (type === 'object') return nestedFields(`${key}__`, field, label, required);
  if (type === 'list') {
    return field.fields
      ? nestedFields(`${key}[]`, field, label, false)
      : [{ key, label, list: true }];
  }
  return [{ key, label, type, ...(required ? { required } : {}) }];
}

function nestedFields(
  prefix: string,
  { fields = {} }: OutputField,
  label: string,
  isRequired: boolean,
): PlainOutputField[] {
  return Object.entries(flatFields(fields)).flatMap(([key, field]) =>
    buildFields(prefix + key, field, `${label}: ${field.label}`, isRequired),
  );
}

type Sample = Record<string, unknown>;

/**
 * A declared sample with only the fields that every result has: Zapier's check T004 refuses samples with
 * fields that a live result may lack.
 */
export function buildSample(sample: Sample, fields: OutputFields): Sample {
  const flat = flattened(sample, fields);
  return Object.fromEntries(
    Object.entries(flatFields(fields)).flatMap(([key, field]) => {
      const value = flat[key];
      if (!field.always || value === undefined) return [];
      const isNested = field.type === 'object' && field.fields && isRecord(value);
      return [[key, isNested ? buildSample(value, field.fields ?? {}) : value]];
    }),
  );
}
