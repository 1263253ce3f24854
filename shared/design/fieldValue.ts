/** The value of one field, as it is sent: text or a number, or an error that says why it is neither. */

import { ServiceError } from '../errors/serviceError';
import { isRecord } from '../runtime/records';
import { isDate } from '../service/dates';
import { ERROR_VALUE_HINT, errorValueProblem } from '../service/errorValues';
import { exactNumber } from '../service/numbers';
import { comparable, hasLoneSurrogate, isBlank, quoted, shortened } from '../service/text';

/** A key as entered and the label of its field. */
interface NamedField {
  key: string;
  label?: string;
}

function formatField({ key, label = key }: NamedField): string {
  const isSame = comparable(label) === comparable(key);
  return isSame ? quoted(key) : `${quoted(key)} (${shortened(label)})`;
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
    const problem = 'is too large to keep exactly as a number; its last digits are already lost';
    throw refused(field, problem, `Map ${formatField(field)} as text instead of a number.`);
  }
  const date = isDate(raw) ? raw.toJSON() : null;
  if (date !== null) return date;
  throw wrongKind(field, raw, kind(raw));
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
  const problem = errorValueProblem(text);
  if (problem !== undefined) throw refused(field, problem, ERROR_VALUE_HINT);
  if (!hasLoneSurrogate(text)) return text;
  const hint = 'An emoji may have been cut in half. Map the complete text.';
  throw refused(field, 'contains a broken character', hint);
}

function refused(field: NamedField, problem: string, hint: string): ServiceError {
  const message = `Field ${formatField(field)} ${problem}`;
  return new ServiceError({ kind: 'invalidInput', field: field.key, message, hint });
}

function wrongKind(field: NamedField, raw: unknown, kind: string): ServiceError {
  const hint =
    typeof raw === 'boolean'
      ? 'Map the text to show on the pass, e.g. Yes or No.'
      : `Map a single value to ${formatField(field)}.`;
  return refused(field, `is ${kind}; pass fields accept text or numbers`, hint);
}

/**
 * Whether a request can contain a value for this field ID. JavaScript reserves `__proto__`, so its value would be
 * lost on the way; a blank or broken ID is none.
 */
export function isSendableId(id: string): boolean {
  return id !== '__proto__' && !isBlank(id) && !hasLoneSurrogate(id);
}

export function unsendable(field: NamedField, id: string): ServiceError {
  const message = `The value for ${formatField(field)} can't be sent: ${quoted(id)} is not a valid field ID`;
  const hint =
    'Use the ID of another field, or give this field a different ID in the design of the template.';
  return new ServiceError({ kind: 'invalidInput', field: field.key, message, hint });
}
