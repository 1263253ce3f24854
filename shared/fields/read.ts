import { ServiceError, invalidInput, isServiceError, refuseAll } from '../errors/serviceError';
import { UnknownZone, UnreadableDate, toUtcIso } from '../service/dates';
import { hasLoneSurrogate, isBlank, shortened } from '../service/text';
import type { BareDateMeans } from '../service/dates';
import { hasLostDigits, losesDigits } from '../service/numbers';
import type { InputField, InputFields, InputOf, RawInput, ReadContext } from './kinds';
import type { PassRef } from '../service/passRef';

/** Reads values of one kind out of raw input; every refusal names the field by label and key. */

export function missing(label: string, key: string): ServiceError {
  return invalidInput(
    label,
    key,
    'is empty',
    `Give a value for '${label}', or map one from an earlier step.`,
  );
}

/** Text stays as typed; numbers from a sheet, such as IDs and phones, become text. */
export function readText(raw: unknown, label: string, key: string): string | undefined {
  if (isBlank(raw)) return undefined;
  if (typeof raw === 'string' && !hasLoneSurrogate(raw)) return raw;
  if (typeof raw === 'string') {
    throw invalidInput(
      label,
      key,
      'holds half a character',
      'An emoji may have been cut in two by an earlier step. Give the whole text.',
    );
  }
  if (hasLostDigits(raw)) {
    throw invalidInput(
      label,
      key,
      `is too long for a number, its last digits are lost already`,
      `Deliver the value of '${label}' as text from the earlier step.`,
    );
  }
  if (typeof raw === 'bigint' || Number.isFinite(raw)) return String(raw);
  throw invalidInput(
    label,
    key,
    `must be text, not ${kindOf(raw)}`,
    `Map a single text to '${label}'.`,
  );
}

/** Longest text for an address, as it stands there, encoded: three of them still make one that servers read. */
const LONGEST_IN_ADDRESS = 4000;

/**
 * An ID without the spaces that sheets leave around it, else exactly as it is. What a URL cannot
 * hold as one path segment is refused.
 */
export function readId(raw: unknown, label: string, key: string): string | undefined {
  const id = readReference(raw, label, key);
  if (id !== '.' && id !== '..') return id;
  throw invalidInput(
    label,
    key,
    `cannot be an ID: '${id}'`,
    'Give the ID exactly as the service gave it.',
  );
}

/** Text that is looked up by, so it travels in a URL; spaces around it are removed. */
export function readReference(raw: unknown, label: string, key: string): string | undefined {
  const text = readText(raw, label, key)?.trim();
  if (text === undefined) return undefined;
  if (encodeURIComponent(text).length <= LONGEST_IN_ADDRESS) return text;
  throw invalidInput(
    label,
    key,
    `is too long with its ${Array.from(text).length} characters: ${shown(text)}`,
    `Check what is mapped to '${label}': it should be a short reference.`,
  );
}

/** Shape only, names in any script: `info@müller.de` is an address too. */
const email =
  /^[^\s@,;<>()\p{Cc}\p{Cf}]+@([^\s@,;<>().\p{Cc}\p{Cf}]+\.)+[^\s@,;<>().\p{Cc}\p{Cf}]{2,}$/u;

export function readEmail(raw: unknown, label: string, key: string): string | undefined {
  const text = readText(raw, label, key)?.trim();
  if (!text) return undefined;
  if (email.test(text)) return text;
  throw invalidInput(
    label,
    key,
    `is not an email address: ${shown(text)}`,
    'Give one address like name@example.com.',
  );
}

const phone = /^\(?\+?[0-9(][0-9 ()./-]{4,}$/;
/** What a number can have where every digit counts (E.164), and the least anybody has. */
const PHONE_DIGITS = { min: 6, max: 15 };

export function readPhone(raw: unknown, label: string, key: string): string | undefined {
  const text = readText(raw, label, key)?.trim();
  if (!text) return undefined;
  const digits = text.replace(/[^0-9]/g, '').length;
  const { min, max } = PHONE_DIGITS;
  if (phone.test(text) && digits >= min && digits <= max) return text;
  throw invalidInput(
    label,
    key,
    `is not a phone number: ${shown(text)}`,
    'Give one number with its country code, e.g. +49 151 12345678.',
  );
}

export interface NumberRules {
  min?: number;
  max?: number;
  integer: boolean;
}

/** A number, or text that contains exactly one in plain notation: `12`, `12.5`; never `1,50`. */
export function readNumber(
  raw: unknown,
  label: string,
  key: string,
  rules: NumberRules,
): number | undefined {
  if (isBlank(raw)) return undefined;
  const plain = typeof raw === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(raw);
  const value = typeof raw === 'number' ? raw : plain ? Number(raw) : NaN;
  const { min, max, integer } = rules;
  const wanted = `${integer ? 'a whole number' : 'a number'}${rangeText(min, max)}`;
  const right =
    Number.isFinite(value) &&
    (!integer || Number.isSafeInteger(value)) &&
    (min === undefined || value >= min) &&
    (max === undefined || value <= max);
  if (right && (plain ? losesDigits(raw) : hasLostDigits(raw))) {
    throw invalidInput(
      label,
      key,
      `has more digits than can be kept: ${shown(raw)}`,
      'Give a number of at most 15 digits.',
    );
  }
  if (right) return value;
  throw invalidInput(
    label,
    key,
    `must be ${wanted}, not ${shown(raw)}`,
    `Give ${wanted}, written like ${integer ? '12' : '12.50'}.`,
  );
}

function rangeText(min?: number, max?: number): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}

/** The words and numbers that forms, sheets and Zapier deliver for true and false. */
const TRUE_WORDS = ['true', 't', 'yes', 'y', 'on', '1'];
const FALSE_WORDS = ['false', 'f', 'no', 'n', 'off', '0'];

/** A boolean, or one of the words and numbers that stand for one, in any case. */
export function readBoolean(raw: unknown, label: string, key: string): boolean | undefined {
  if (isBlank(raw)) return undefined;
  const word = ['boolean', 'string', 'number'].includes(typeof raw)
    ? String(raw).trim().toLowerCase()
    : '';
  if (TRUE_WORDS.includes(word)) return true;
  if (FALSE_WORDS.includes(word)) return false;
  throw invalidInput(label, key, `must be true or false, not ${shown(raw)}`, 'Use true or false.');
}

/**
 * Why a switch that only a person may turn on is refused: its stored value is an expression. Whatever
 * it evaluates to may come from a model or from an item, so it never counts.
 */
export function notLiteral(label: string, key: string): ServiceError {
  return invalidInput(
    label,
    key,
    'is not turned on in the node',
    `Turn on '${label}' in the node: it cannot be set by an expression.`,
  );
}

/** One of the listed values, compared exactly. */
export function readChoice(
  raw: unknown,
  label: string,
  key: string,
  values: readonly string[],
): string | undefined {
  if (isBlank(raw)) return undefined;
  if (typeof raw === 'string' && values.includes(raw)) return raw;
  throw invalidInput(
    label,
    key,
    `must be one of ${values.join(', ')}, not ${shown(raw)}`,
    'Choose one of the listed values.',
  );
}

/** A list of values, or text with commas between them. Order is kept. */
export function readChoices(
  raw: unknown,
  label: string,
  key: string,
  values: readonly string[],
): string[] | undefined {
  if (isBlank(raw)) return undefined;
  const list = Array.isArray(raw)
    ? raw
    : typeof raw === 'string'
      ? raw.split(',').map((part) => part.trim())
      : [raw];
  const read = list.flatMap((part) => readChoice(part, label, key, values) ?? []);
  return read.length === 0 ? undefined : read;
}

const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** A hex color; `1A2B3C` without its sign is read too, sheets drop it. */
export function readColor(raw: unknown, label: string, key: string): string | undefined {
  const text = readText(raw, label, key)?.trim();
  if (!text) return undefined;
  const color = text.startsWith('#') ? text : `#${text}`;
  if (HEX_COLOR.test(color)) return color;
  throw invalidInput(
    label,
    key,
    `is not a color: ${shown(text)}`,
    'Give a color with six hex digits, e.g. #1A2B3C.',
  );
}

/** True, or a refusal: nothing that cannot be undone happens by default. */
export function readConfirmation(raw: unknown, label: string, key: string): true {
  if (readBoolean(raw, label, key) === true) return true;
  throw invalidInput(
    label,
    key,
    'is not turned on',
    `Turn '${label}' on to confirm. Nothing was sent.`,
  );
}

/** ISO 8601 in UTC, see {@link toUtcIso}. */
export function readDate(
  raw: unknown,
  label: string,
  key: string,
  zone: string,
  bareDate: BareDateMeans,
): string | undefined {
  if (isBlank(raw)) return undefined;
  try {
    return toUtcIso(raw, zone, bareDate);
  } catch (thrown) {
    return refuseDate(thrown, raw, label, key);
  }
}

function refuseDate(thrown: unknown, raw: unknown, label: string, key: string): never {
  if (thrown instanceof UnknownZone) {
    throw invalidInput(
      label,
      key,
      `has no time zone, and that of the workflow is unknown: ${shown(thrown.zone)}`,
      "Choose a 'Timezone' in the settings of the workflow, or give a date and time that ends in Z.",
    );
  }
  if (!(thrown instanceof UnreadableDate)) throw thrown;
  throw invalidInput(
    label,
    key,
    `is not a date that can be read: ${shown(raw)}`,
    'Give the date as year-month-day, e.g. 2026-12-31 or 2026-12-31T18:00.',
  );
}

/** A two-letter language code; `en-US` and `pt_BR` are shortened. */
export function readLocale(raw: unknown, label: string, key: string): string | undefined {
  const text = readText(raw, label, key)?.trim();
  if (!text) return undefined;
  const two = /^([A-Za-z]{2})([-_].*)?$/.exec(text)?.[1]?.toLowerCase();
  if (two) return two;
  throw invalidInput(
    label,
    key,
    `is not a language code: ${shown(text)}`,
    'Give two letters, e.g. en or de.',
  );
}

/** Field values as an object; a JSON text of one is read too, AI tools give that. */
export function readFieldValues(raw: unknown, label: string, key: string): Record<string, unknown> {
  if (isBlank(raw)) return {};
  const value = typeof raw === 'string' ? jsonOrUndefined(raw) : raw;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    // A copy: what cannot be read is found here, by the name of the input.
    return { ...value };
  }
  throw invalidInput(
    label,
    key,
    'must be field IDs with their values',
    'Map each value to its field, e.g. {"memberId": "0042"}.',
  );
}

/** A JSON object as it is sent: what JSON does not know (dates, maps) is turned into what it makes of it. */
export function readJson(raw: unknown, label: string, key: string): Record<string, unknown> {
  const value = asSent(raw);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw invalidInput(
    label,
    key,
    'must be a JSON object, without half a character in it',
    'Give an object, e.g. {"backgroundColor": "#1A2B3C"}.',
  );
}

/** `undefined` for what has no JSON. */
function asSent(raw: unknown): unknown {
  try {
    return JSON.parse(typeof raw === 'string' ? raw : JSON.stringify(raw), wholeText) as unknown;
  } catch {
    return undefined;
  }
}

/** For `JSON.parse`: refuses what has no UTF-8 form. */
function wholeText(name: string, value: unknown): unknown {
  if (hasLoneSurrogate(name) || (typeof value === 'string' && hasLoneSurrogate(value))) {
    throw new SyntaxError('half a character');
  }
  return value;
}

/** See {@link PassRef}. On n8n `identifyBy` decides; otherwise the pass ID comes first. */
export function readPassRef(raw: RawInput): PassRef {
  const passId = readId(raw.passId, 'Pass ID', 'passId');
  const externalId = readReference(raw.externalId, 'External ID', 'externalId');
  const templateId = readId(raw.templateId, 'Template', 'templateId');
  const by = raw.identifyBy ?? (passId === undefined ? 'externalId' : 'passId');
  if (by === 'passId') {
    if (passId === undefined) throw missing('Pass ID', 'passId');
    return { by: 'id', passId, templateId };
  }
  if (externalId === undefined) {
    throw raw.identifyBy === undefined
      ? invalidInput(
          'Pass ID',
          'passId',
          'is empty',
          "Give a 'Pass ID', or an 'External ID' together with its 'Template'.",
        )
      : missing('External ID', 'externalId');
  }
  if (templateId === undefined) {
    throw invalidInput(
      'Template',
      'templateId',
      'is empty',
      "An 'External ID' finds a pass only together with its 'Template'.",
    );
  }
  return { by: 'externalId', externalId, templateId };
}

/** Marks an input whose value the platform could not deliver, with the reason, among raw inputs. */
export class UnresolvedValue {
  constructor(readonly failure: ServiceError) {}
}

/** The inputs of one item: those that could be read, and why the others are refused. */
export interface InputsRead<F extends InputFields> {
  /** Complete where nothing is refused. */
  values: InputOf<F>;
  /** Failures by input key. */
  refused: ReadonlyMap<string, ServiceError>;
  /** Labels of the IDs that had spaces around them, which were removed. */
  trimmed: string[];
}

/** Parses all inputs of a declaration before anything is sent; never throws for a bad value. */
export function readInputs<F extends InputFields>(
  fields: F,
  raw: RawInput,
  context: ReadContext,
): InputsRead<F> {
  const refused = new Map<string, ServiceError>();
  const values = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      try {
        const value = raw[key];
        if (!(value instanceof UnresolvedValue)) return [key, field.read(raw, key, context)];
        refused.set(key, value.failure);
        return [key, undefined];
      } catch (thrown) {
        const expected = isServiceError(thrown, 'invalidInput');
        refused.set(key, expected ? thrown : unreadable(key, field.label));
        return [key, undefined];
      }
    }),
  ) as InputOf<F>;
  return { values, refused, trimmed: trimmedIds(fields, raw) };
}

/**
 * Parses all inputs of a declaration before anything is sent.
 * @throws {ServiceError} `invalidInput` naming every refused input
 */
export function readInput<F extends InputFields>(
  fields: F,
  raw: RawInput,
  context: ReadContext,
): InputOf<F> {
  const { values, refused } = readInputs(fields, raw, context);
  refuseAll([...refused.values()]);
  return values;
}

/** Where IDs are typed or mapped as text, by the label people see. */
function trimmedIds(fields: InputFields, raw: RawInput): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind === 'list') {
      const entries = Array.isArray(raw[key]) ? (raw[key] as unknown[]) : [];
      return entries.flatMap((entry, i) =>
        trimmedIds(field.entry, (entry ?? {}) as RawInput).map(
          (label) => `${field.entryLabel} ${i + 1}: ${label}`,
        ),
      );
    }
    return Object.entries(idsOf(key, field)).flatMap(([id, label]) => {
      const value = raw[id];
      return typeof value === 'string' && !isBlank(value) && value !== value.trim() ? [label] : [];
    });
  });
}

/** The raw inputs of a field that hold an ID, with their labels. */
function idsOf(key: string, field: InputField): Record<string, string> {
  switch (field.kind) {
    case 'passRef':
      return { passId: 'Pass ID', externalId: 'External ID', templateId: 'Template' };
    case 'templateRef':
    case 'ref':
      return { [key]: field.label };
    case 'text':
      return field.isId || field.format === 'passId' ? { [key]: field.label } : {};
    default:
      return {};
  }
}

/** Whether an input holds an ID whose surrounding spaces are removed. */
export function holdsIds(fields: InputFields): boolean {
  return Object.entries(fields).some(([key, field]) =>
    field.kind === 'list' ? holdsIds(field.entry) : Object.keys(idsOf(key, field)).length > 0,
  );
}

function unreadable(key: string, label: string): ServiceError {
  return invalidInput(label, key, 'cannot be read', `Map a plain value to '${label}'.`);
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function shown(raw: unknown): string {
  if (Number.isNaN(raw)) return kindOf(raw);
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'
    ? `'${shortened(String(raw))}'`
    : kindOf(raw);
}

function kindOf(raw: unknown): string {
  if (Array.isArray(raw)) return 'a list';
  if (Number.isNaN(raw)) return 'a calculation without a result';
  if (typeof raw === 'boolean') return `true/false ('${String(raw)}')`;
  return typeof raw === 'object' ? 'an object' : typeof raw;
}
