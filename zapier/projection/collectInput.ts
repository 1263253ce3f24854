import type { InputFields, RawInput } from '../../shared/fields';
import { fieldOfKey } from './fieldKeys';

type Values = Record<string, unknown>;

/**
 * Collects what a step's fields say, under the input keys of the declaration. Nothing is checked
 * here: that is the declaration's own reading. Every way Zapier has to say "left empty" is absent.
 * @param inputData as it comes, cleaned or not
 */
export function collectInput(fields: InputFields, inputData: Readonly<Values>): RawInput {
  const given = filledIn(inputData);
  const keys = Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'passRef' ? ['passId', 'externalId', 'templateId'] : [key],
  );
  const raw: Values = Object.fromEntries(
    keys.flatMap((key) => (key in given ? [[key, given[key]]] : [])),
  );
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind === 'fieldValues') Object.assign(raw, fieldValues(key, given));
  }
  return raw;
}

/** Values typed as key and value, then those of the template's own fields, which are more exact. */
function fieldValues(key: string, given: Values): Values {
  const typed = given[key];
  if (typed !== undefined && !isObject(typed)) return { [key]: typed };
  const ofTemplate = Object.entries(given).flatMap(([inputKey, value]) => {
    const id = fieldOfKey(inputKey);
    return id === undefined ? [] : [[id, value] as const];
  });
  const values = { ...typed, ...Object.fromEntries(ofTemplate) };
  return Object.keys(values).length === 0 ? {} : { [key]: values };
}

function filledIn(values: Readonly<Values>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  return isObject(value) && Object.values(value).every(isEmpty);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
