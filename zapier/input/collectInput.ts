import { mappedValue } from '../../shared/fields';
import type { InputField, InputFields, RawInput } from '../../shared/fields';
import type { OpenedFile } from '../../shared/fields/file';
import { isRecord } from '../../shared/runtime/records';
import { isBlank } from '../../shared/service/text';

/**
 * Raw inputs from the values of a step: one value per key, a list as an array of objects, a file as a URL.
 */

type Values = Record<string, unknown>;

/** Opens the file at a URL; names the input if that fails. */
export type LoadFile = (url: string, label: string, key: string) => Promise<OpenedFile>;

/**
 * Collects the values of a form under the input keys of the declaration, without parsing them. Blank
 * values, empty lists and empty objects are absent, unless they were mapped.
 * @param load called once the content of a file is needed; without it, URLs are passed on
 * @param isMapped whether the value of a key was mapped to something
 */
export function collectInput(
  fields: InputFields,
  form: Readonly<Values>,
  load?: LoadFile,
  isMapped: (key: string) => boolean = () => false,
): RawInput {
  const values = withoutBlank({ ...form, ...mappedEmptyValues(fields, form, isMapped) });
  return Object.assign(
    {},
    ...Object.entries(fields).map(([key, field]) => collectField(key, field, values, load)),
  ) as Values;
}

/** The empty values of inputs that were mapped, marked where they must not count as left empty. */
function mappedEmptyValues(
  fields: InputFields,
  form: Readonly<Values>,
  isMapped: (key: string) => boolean,
): Values {
  const inputs = Object.entries(fields).flatMap(([key, field]): [string, InputField][] =>
    field.kind === 'passRef' ? Object.entries(field.combines) : [[key, field]],
  );
  return Object.fromEntries(
    inputs
      .filter(([key]) => isEmpty(form[key]) && isMapped(key))
      .map(([key, field]) => [key, mappedValue(field, undefined)]),
  );
}

function collectField(key: string, field: InputField, values: Values, load?: LoadFile): Values {
  switch (field.kind) {
    case 'passRef':
      return pick(values, Object.keys(field.combines));
    case 'fieldValues':
      return collectFieldValues(key, values);
    case 'list':
      return collectList(key, field.entry, values[key]);
    case 'file':
    case 'image':
      return key in values ? { [key]: collectFile(key, field, values[key], load) } : {};
    default:
      return pick(values, [key]);
  }
}

function pick(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.flatMap((key) => (key in values ? [[key, values[key]]] : [])));
}

/**
 * Files are downloaded here rather than by the service, so that size and type are checked before
 * anything is sent.
 */
function collectFile(
  key: string,
  { label, kind }: InputField,
  value: unknown,
  load: LoadFile | undefined,
): Values {
  const isUrl = typeof value === 'string' && /^https?:/i.test(value.trim());
  if (isUrl && load) return { load: () => load(value.trim(), label, key) };
  return isUrl || kind === 'file' ? { url: value } : { fileId: value };
}

/** The key of an input inside a list: two lists of a form may both have a `label`. */
export function listEntryKey(list: string, name: string): string {
  return `${list}_${name}`;
}

function collectList(key: string, entry: InputFields, value: unknown): Values {
  if (value === undefined) return {};
  if (!Array.isArray(value)) return { [key]: value };
  const entries = value.filter(isRecord).flatMap((item) => {
    const values = Object.keys(entry).flatMap((name) => {
      const value = item[listEntryKey(key, name)];
      return isEmpty(value) ? [] : [[name, value] as const];
    });
    return values.length === 0 ? [] : [Object.fromEntries(values)];
  });
  return { [key]: entries };
}

/** Values entered by field ID, then those of the template's own inputs, which take precedence. */
function collectFieldValues(key: string, values: Values): Values {
  const byId = values[key];
  if (byId !== undefined && !isRecord(byId)) return { [key]: byId };
  const ofTemplate = Object.entries(values).flatMap(([inputKey, value]) => {
    const id = templateFieldId(inputKey);
    return id === undefined ? [] : [[id, value] as const];
  });
  const all = { ...byId, ...Object.fromEntries(ofTemplate) };
  return Object.keys(all).length === 0 ? {} : { [key]: all };
}

/**
 * Keys of the inputs for template fields. Field IDs may contain any characters; form keys are
 * limited to letters, digits and single underscores, because two in a row mean a nested value.
 *
 * `Z` escapes: `memberNumber` stays `memberNumber`, `größe` becomes `grZ00f6Z00dfe`.
 */
const FIELD_KEY_PREFIX = 'field_';
const ESCAPED_CHARACTERS = /[^0-9A-Ya-z_]|_(?=_)|^_|_$/g;

/** The input key for a template field. Different IDs have different keys. */
export function templateFieldKey(id: string): string {
  return FIELD_KEY_PREFIX + id.replace(ESCAPED_CHARACTERS, escaped);
}

/** The field ID of a key; `undefined` for the key of any other input. */
export function templateFieldId(key: string): string | undefined {
  if (!key.startsWith(FIELD_KEY_PREFIX)) return undefined;
  return key.slice(FIELD_KEY_PREFIX.length).replace(/Z([0-9a-f]{4})/g, unescaped);
}

/** One UTF-16 unit as `Z` and four hexadecimal digits. */
function escaped(unit: string): string {
  return `Z${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function unescaped(_whole: string, hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}

function withoutBlank(values: Readonly<Values>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
}

/** Blank as for every input, or a list or object with only blank values. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return isRecord(value) ? Object.values(value).every(isEmpty) : isBlank(value);
}
