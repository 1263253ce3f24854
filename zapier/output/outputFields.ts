import type { PlainOutputField } from 'zapier-platform-core';

import type { OutputField, OutputFields } from '../../shared/fields/output';

/**
 * The output fields of an operation or trigger. Zapier names what lies inside an object `a__b`, and
 * inside each entry of a list `a[]b`. An object with keys of its own (field values) is left out:
 * Zapier takes its keys from the result.
 */
export function outputFieldsOf(fields: OutputFields): PlainOutputField[] {
  return Object.entries(fields).flatMap(([key, field]) => one(key, field, field.label, true));
}

function one(key: string, field: OutputField, label: string, sure: boolean): PlainOutputField[] {
  const always = sure && field.always === true;
  const { type } = field;
  if (type === 'object') return parts(`${key}__`, field, label, always);
  if (type === 'list') {
    return field.fields ? parts(`${key}[]`, field, label, false) : [{ key, label, list: true }];
  }
  return [{ key, label, type, ...(always ? { required: true } : {}) }];
}

function parts(
  prefix: string,
  { fields = {} }: OutputField,
  label: string,
  always: boolean,
): PlainOutputField[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    one(prefix + key, field, `${label}: ${field.label}`, always),
  );
}

type Sample = Record<string, unknown>;

/**
 * A declared sample, cut down to what every result has: Zapier's check T004 wants a sample to
 * promise nothing that a live result may lack.
 */
export function sampleOf(sample: Sample, fields: OutputFields): Sample {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const value = sample[key];
      if (!field.always || value === undefined) return [];
      const inner = field.type === 'object' && field.fields && isObject(value);
      return [[key, inner ? sampleOf(value, field.fields ?? {}) : value]];
    }),
  );
}

function isObject(value: unknown): value is Sample {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
