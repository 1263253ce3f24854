import type { InputField, InputFields, RawInput } from '../../shared/fields';
import type { OpenedFile } from '../../shared/fields/image';
import { isBlank } from '../../shared/service/text';
import { fieldOfKey } from './fieldKeys';
import { entriesOf } from './lineItems';

type Values = Record<string, unknown>;

/**
 * Collects what a step's fields say, under the input keys of the declaration. Nothing is checked
 * here: that is the declaration's own reading. Every way Zapier has to say "left empty" is absent.
 * @param inputData as it comes, cleaned or not
 * @param load fetches what a file field points at, once it is needed
 */
export function collectInput(
  fields: InputFields,
  inputData: Readonly<Values>,
  load?: LoadFile,
): RawInput {
  const given = filledIn(inputData);
  return Object.assign(
    {},
    ...Object.entries(fields).map(([key, field]) => collectField(key, field, given, load)),
  ) as Values;
}

/** Fetches a file by the address that Zapier gives for it; where it cannot, the input is named. */
export type LoadFile = (url: string, label: string, key: string) => Promise<OpenedFile>;

function collectField(key: string, field: InputField, given: Values, load?: LoadFile): Values {
  switch (field.kind) {
    case 'passRef':
      return picked(given, ['passId', 'externalId', 'templateId']);
    case 'fieldValues':
      return fieldValues(key, given);
    case 'list':
      return asEntries(key, field.entry, given[key]);
    case 'file':
      return key in given
        ? { [key]: atAddress(key, field, given, load) ?? { url: given[key] } }
        : {};
    case 'image':
      return key in given
        ? { [key]: atAddress(key, field, given, load) ?? { fileId: given[key] } }
        : {};
    default:
      return picked(given, [key]);
  }
}

function picked(given: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.flatMap((key) => (key in given ? [[key, given[key]]] : [])));
}

/**
 * Zapier gives every file as an address, also one from an earlier step. It is fetched here rather
 * than by the service, so that its size and type are checked before anything is sent.
 */
function atAddress(
  key: string,
  { label }: InputField,
  given: Values,
  load: LoadFile | undefined,
): Values | undefined {
  const value = given[key];
  if (typeof value !== 'string' || !/^https?:/i.test(value.trim())) return undefined;
  return load ? { load: () => load(value.trim(), label, key) } : { url: value };
}

function asEntries(key: string, entry: InputFields, value: unknown): Values {
  if (value === undefined) return {};
  return { [key]: Array.isArray(value) ? entriesOf(key, entry, value, isEmpty) : value };
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

/** What a person left empty, by the rule for every input; lists and objects with nothing in them too. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return isObject(value) ? Object.values(value).every(isEmpty) : isBlank(value);
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
