import type { InputField } from '../../shared/fields';
import { templateFieldKey } from '../../zapier/controls/fieldValues';
import { listEntryKey } from '../../zapier/controls/list';
import type { ZapierOperation } from '../../zapier/catalog';

type Raw = Record<string, unknown>;

/**
 * The fields of a step as a Zap passes them: mostly as text, with field values and lists under Zapier's own
 * keys.
 * @param given values under the keys of the declaration; those that identify a pass are on the same level
 * @param addressOf returns the text that a step accepts for a file
 */
export function asStep(
  { input }: Pick<ZapierOperation, 'input'>,
  given: Raw,
  addressOf: (value: unknown) => unknown = (value) => value,
): Raw {
  const step: Raw = {};
  for (const [key, field] of Object.entries(input)) {
    if (field.kind === 'passRef') {
      for (const part of Object.keys(field.combines)) step[part] = asText(given[part]);
    } else {
      Object.assign(step, asFields(key, field, given[key], addressOf));
    }
  }
  return step;
}

function asFields(
  key: string,
  field: InputField,
  value: unknown,
  addressOf: (value: unknown) => unknown,
): Raw {
  if (field.kind === 'fieldValues' && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([id, one]) => [templateFieldKey(id), asText(one)]),
    );
  }
  if (field.kind === 'list' && Array.isArray(value)) {
    return { [key]: value.map((one: unknown) => (isObject(one) ? asLine(key, one) : one)) };
  }
  if (field.kind === 'file' || field.kind === 'image') return { [key]: addressOf(value) };
  return { [key]: asText(value) };
}

function asLine(key: string, line: Raw): Raw {
  return Object.fromEntries(
    Object.entries(line).map(([name, one]) => [listEntryKey(key, name), asText(one)]),
  );
}

function asText(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
