/** The value of one field, as it is sent: text or a number, or an error that says why it is neither. */

import { ServiceError } from '../errors/serviceError';
import { isRecord } from '../runtime/records';
import { isDate } from '../service/dates';
import { ERROR_VALUE_HINT, isErrorValue } from '../service/errorValues';
import { exactNumber } from '../service/numbers';
import { comparable, hasLoneSurrogate, isBlank, quoted, shortened, trimmed } from '../service/text';

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
export function plainValue(field: NamedField, raw: unknown): string | number | undefined {
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

export function unsendable(field: NamedField, id: string): ServiceError {
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
