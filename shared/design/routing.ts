/** Routing values: which object of a request, and which key in it, each entered field value goes to. */

import { ServiceError, catchServiceError, throwIfAny } from '../errors/serviceError';
import { isRecord, ownValue } from '../runtime/records';
import { isDate } from '../service/dates';
import { ERROR_VALUE_HINT, isErrorValue } from '../service/errorValues';
import { exactNumber } from '../service/numbers';
import { comparable, hasLoneSurrogate, isBlank, quoted, shortened, trimmed } from '../service/text';
import { findField, fieldWithId, unknownField } from './fieldNames';
import { type Design, type ValueGroup, isAlwaysListed, isPassTypeField } from './fields';

/** What happens to a key that matches no field. */
export type UnknownFields = 'refuse' | 'skip';

/** The two objects of values in a request. A key is in at most one of them. */
interface RoutedValues extends Record<ValueGroup, Record<string, string | number>> {
  /** Keys that match no field and are not sent because the caller allows that. */
  skippedFields: string[];
}

/** Keys that the service moves to a pass-type field, with the fields they can become. */
const ALIASES = new Map<string, readonly string[]>([
  ['memberName', ['accountName', 'ticketHolderName']],
  ['memberId', ['accountId']],
]);

/**
 * Sorts field values into `templateFields` and `customFields` (docs/service.md#field-values).
 * Keys are field IDs or unambiguous labels.
 * @param design of the template; if `undefined`, every key is accepted
 * @param values as entered; blank ones are not sent
 * @throws {ServiceError} `invalidInput` naming every invalid field: a value that is neither text nor
 *   number, an unknown key (with the nearest known one), two keys for one field
 */
export function routeFieldValues(
  design: Design | undefined,
  values: Readonly<Record<string, unknown>>,
  unknownFields: UnknownFields = 'refuse',
): RoutedValues {
  const routed: RoutedValues = { templateFields: {}, customFields: {}, skippedFields: [] };
  const givenFor = new Map<string, string>();
  const given = Object.entries(values).filter(([, raw]) => !isBlank(raw));
  throwIfAny(given.map(([key, raw]) => catchServiceError(() => route(key, raw))));
  return routed;

  function route(key: string, raw: unknown): void {
    const target = findTarget(design, key, unknownFields);
    if (!target) {
      if (unknownFields === 'refuse') throw unknownField(design as Design, key, '{otherTemplate}');
      routed.skippedFields.push(key);
      return;
    }
    const { valueGroup, id, fieldId, label } = target;
    if (!isSendableId(id)) throw unsendable({ key, label }, id);
    const value = plainValue({ key, label }, raw);
    if (value === undefined) return;
    const earlier = givenFor.get(fieldId);
    if (earlier !== undefined) throw duplicateField(earlier, key);
    givenFor.set(fieldId, key);
    routed[valueGroup][id] = value;
  }
}

/**
 * Values of the designer's fields, to be sent in `templateFields` as well: the service reads them from either, and its
 * lists contain only `templateFields`. As both are equal, it does not matter which it reads first. Without those whose
 * ID means something else there, or may.
 */
export function mirrored<T>(
  design: Design | undefined,
  customFields: Readonly<Record<string, T>>,
): Record<string, T> {
  const isMoved = (id: string) => {
    const targets = ALIASES.get(id);
    return targets?.some((target) => !design || fieldWithId(design.fields, target)) === true;
  };
  const entries = Object.entries(customFields);
  return Object.fromEntries(entries.filter(([id]) => !isAlwaysListed(id) && !isMoved(id)));
}

/** The values of `templateFields` without those of {@link mirrored}, to show each value once. */
export function withoutMirrored<T>(
  templateFields: Readonly<Record<string, T>>,
  customFields: Readonly<Record<string, T>>,
): Record<string, T> {
  const isMirrored = (id: string, value: T) =>
    !isAlwaysListed(id) && ownValue(customFields, id) === value;
  const entries = Object.entries(templateFields);
  return Object.fromEntries(entries.filter(([id, value]) => !isMirrored(id, value)));
}

/**
 * The stored values that the service may have moved (docs/service.md#membername-and-memberid-move), under the keys that
 * were sent, unless it is uncertain which one was moved.
 */
export function movedValues(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const moved = [...ALIASES].flatMap(([key, ids]) => {
    const [id, ...others] = ids.filter((one) => Object.hasOwn(stored, one));
    return id === undefined || others.length > 0 ? [] : [[key, stored[id]] as const];
  });
  return Object.fromEntries(moved);
}

/** Which of the keys match no field of the design, so that `skip` skips them. */
export function unmatchedKeys(design: Design | undefined, keys: Iterable<string>): string[] {
  return [...keys].filter((key) => findTarget(design, key, 'skip') === undefined);
}

function findTarget(
  design: Design | undefined,
  key: string,
  unknownFields: UnknownFields,
): Target | undefined {
  return design ? targetInDesign(design, key) : targetWithoutDesign(key, unknownFields);
}

interface Target {
  valueGroup: ValueGroup;
  id: string;
  /** Field that receives the value; the same for a field and its alias. */
  fieldId: string;
  /** The designer's label, which people see when they map values. */
  label?: string;
}

function targetInDesign({ fields }: Design, key: string): Target | undefined {
  const field = findField(fields, key);
  if (field) return { ...field, fieldId: field.id };
  const fieldId = ALIASES.get(key)?.find(
    (id) => fieldWithId(fields, id)?.valueGroup === 'templateFields',
  );
  return fieldId === undefined ? undefined : { valueGroup: 'templateFields', id: key, fieldId };
}

/**
 * Without a design: the service reads pass-type fields only from `templateFields`, all others from
 * either. `skip` skips every key that is not known to be a field.
 */
function targetWithoutDesign(key: string, unknownFields: UnknownFields): Target | undefined {
  const isTypeField = isPassTypeField(key) || ALIASES.has(key);
  if (!isTypeField && unknownFields === 'skip') return undefined;
  return { valueGroup: isTypeField ? 'templateFields' : 'customFields', id: key, fieldId: key };
}

/** A key as entered and the label of its field. */
interface NamedField {
  key: string;
  label?: string;
}

function formatField({ key, label = key }: NamedField): string {
  return comparable(label) === comparable(key)
    ? quoted(key)
    : `${quoted(key)} (${shortened(label)})`;
}

/**
 * Keeps text (including leading zeros) and numbers, writes dates as ISO 8601, joins the parts of a list that are not
 * blank.
 * @returns `undefined` for an empty value, which is not sent
 */
function plainValue(field: NamedField, raw: unknown): string | number | undefined {
  if (!Array.isArray(raw)) return singleValue(field, raw, kindOf);
  const parts = raw.filter((part) => !isBlank(part));
  return parts.map((part) => singleValue(field, part, kindOfListOf)).join(', ') || undefined;
}

/** @param kind what the value is, in words, if it is refused */
function singleValue(
  field: NamedField,
  raw: unknown,
  kind: (raw: unknown) => string,
): string | number {
  if (typeof raw === 'string') return validText(field, raw);
  if (typeof raw === 'bigint') return String(raw);
  if (typeof raw === 'number' && Number.isFinite(raw)) {
    const exact = exactNumber(raw);
    if (exact !== undefined) return exact;
    throw lostDigits(field);
  }
  const date = isDate(raw) ? raw.toJSON() : null;
  if (date !== null) return date;
  throw refusedValue(field, raw, kind(raw));
}

function kindOf(raw: unknown): string {
  if (typeof raw === 'boolean') return `a boolean (${String(raw)})`;
  return typeof raw === 'number' ? 'an invalid number' : 'an object';
}

function kindOfListOf(part: unknown): string {
  if (Array.isArray(part)) return 'a list of lists';
  return isRecord(part) ? 'a list of objects' : `a list with ${kindOf(part)}`;
}

function validText(field: NamedField, text: string): string {
  if (isErrorValue(trimmed(text))) {
    throw new ServiceError({
      kind: 'invalidInput',
      field: field.key,
      message: `Field ${formatField(field)} is the error value ${quoted(trimmed(text))}`,
      hint: ERROR_VALUE_HINT,
    });
  }
  if (!hasLoneSurrogate(text)) return text;
  throw new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `Field ${formatField(field)} contains a broken character`,
    hint: 'An emoji may have been cut in half. Map the complete text.',
  });
}

function refusedValue(field: NamedField, raw: unknown, kind: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `Field ${formatField(field)} is ${kind}; pass fields accept text or numbers`,
    hint:
      typeof raw === 'boolean'
        ? 'Map the text to show on the pass, e.g. Yes or No.'
        : `Map a single value to ${formatField(field)}.`,
  });
}

/**
 * Whether a request can contain a value for this field ID. JavaScript reserves `__proto__`, so its value would be
 * lost on the way; a blank or broken ID is none.
 */
export function isSendableId(id: string): boolean {
  return id !== '__proto__' && !isBlank(id) && !hasLoneSurrogate(id);
}

function unsendable(field: NamedField, id: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `The value for ${formatField(field)} can't be sent: ${quoted(id)} is not a valid field ID`,
    hint: 'Use the ID of another field, or give this field a different ID in the design of the template.',
  });
}

function lostDigits(field: NamedField): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `Field ${formatField(field)} is too large to keep exactly as a number; its last digits are already lost`,
    hint: `Map ${formatField(field)} as text instead of a number.`,
  });
}

function duplicateField(first: string, second: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: second,
    message: `${quoted(first)} and ${quoted(second)} are the same field of the pass`,
    hint: 'Enter a value for only one of them.',
  });
}
