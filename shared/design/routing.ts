/** Routes entered field values: to which object of a request, under which key, and in which form each value is sent. */

import { ServiceError, catchServiceError, invalidInput, throwIfAny } from '../errors/serviceError';
import { isDate } from '../service/dates';
import { ERROR_VALUE_FIX, errorValueProblem } from '../service/errorValues';
import { exactNumber, plainNumber } from '../service/numbers';
import { comparable, hasLoneSurrogate, isBlank, plain, quoted, shortened } from '../service/text';
import { findField, fieldWithId, unknownField } from './fieldNames';
import { ALIASES, type DesignFields, type ValueGroup, isPassTypeField, isValidity } from './fields';

/** How to treat a key that matches no field. */
export type UnknownFields = 'refuse' | 'skip';

/** Marks values whose keys are column headers, some of which belong to no field. */
export const FROM_COLUMNS = Symbol('keys are headers');

/**
 * The two objects of values, before values of the designer's fields are copied to `templateFields`. A key is in at most
 * one of them.
 */
interface RoutedValues extends Record<ValueGroup, Record<string, string | number>> {
  /** Keys that match no field and are not sent, because the caller allows that. */
  skippedFields: string[];
}

/**
 * Sorts field values into `templateFields` and `customFields` (docs/service.md#field-values). Keys are field IDs or
 * unambiguous labels.
 * @param design of the template; if `undefined`, any key may be a field ID
 * @param values as entered; blank values are not sent. With {@link FROM_COLUMNS}, labels take precedence over IDs
 * @throws {ServiceError} `invalidInput` naming every invalid field: a value that is neither text nor number, an unknown
 *   key (with the nearest known key), two keys for one field
 */
export function routeFieldValues(
  design: DesignFields | undefined,
  values: Readonly<Record<string, unknown>>,
  unknownFields: UnknownFields = 'refuse',
): RoutedValues {
  const isHeader = FROM_COLUMNS in values;
  const routed: RoutedValues = { templateFields: {}, customFields: {}, skippedFields: [] };
  const givenFor = new Map<string, string>();
  const given = Object.entries(values).filter(([, raw]) => !isBlank(raw));
  throwIfAny(given.map(([key, raw]) => catchServiceError(() => route(key, raw))));
  return routed;

  function route(key: string, raw: unknown): void {
    const target = findTarget(design, key, unknownFields, isHeader);
    if (!target) {
      if (design && unknownFields === 'refuse') throw unknownField(design, key, '{otherTemplate}');
      routed.skippedFields.push(key);
      return;
    }
    const { valueGroup, sentId, fieldId, label } = target;
    if (!isSendableId(sentId)) throw unsendable({ key, label }, sentId);
    const given = plainValue({ key, label }, raw);
    if (given === undefined) return;
    const isBalance = sentId === 'balance' && valueGroup === 'templateFields';
    const value = isBalance ? amount({ key, label }, given) : given;
    const earlier = givenFor.get(fieldId);
    if (earlier !== undefined) {
      const problem = `and ${quoted(key)} are the same field of the pass`;
      throw invalidInput(shortened(earlier), key, problem, 'Enter a value for only one of them.');
    }
    givenFor.set(fieldId, key);
    routed[valueGroup][sentId] = value;
  }
}

/** Whether the header of a column belongs to a field, so that its value is sent. */
export function isFieldHeader(design: DesignFields | undefined, header: string): boolean {
  return findTarget(design, header, 'skip', true) !== undefined;
}

interface Target {
  valueGroup: ValueGroup;
  /** Key of the value in the request: the ID of a field, or an alias. */
  sentId: string;
  /** Field that receives the value; the same for a field and its alias. */
  fieldId: string;
  /** The designer's label, which people see when they map values. */
  label?: string;
}

function findTarget(
  design: DesignFields | undefined,
  key: string,
  unknownFields: UnknownFields,
  isHeader: boolean,
): Target | undefined {
  if (!design) return targetWithoutDesign(key, unknownFields);
  const { fields } = design;
  const field = findField(fields, key, isHeader);
  if (field) return { ...field, sentId: field.id, fieldId: field.id };
  const fieldId = ALIASES.get(key)?.find(
    (id) => fieldWithId(fields, id)?.valueGroup === 'templateFields',
  );
  return fieldId === undefined ? undefined : { valueGroup: 'templateFields', sentId: key, fieldId };
}

/**
 * Without a design, the service's rule decides: it reads pass-type fields only from `templateFields`, and all others
 * from either group. `skip` skips every key that is not known to be a field.
 */
function targetWithoutDesign(key: string, unknownFields: UnknownFields): Target | undefined {
  const isTypeField = isPassTypeField(key) || ALIASES.has(key);
  if (!isTypeField && unknownFields === 'skip') return undefined;
  // The service reads validity dates elsewhere, so the pass would not expire.
  if (isValidity(key)) {
    const fix = "Enter the date in 'Valid From' or 'Valid Until'.";
    throw invalidInput(shortened(key), key, 'is not a field of the card', fix);
  }
  return { valueGroup: isTypeField ? 'templateFields' : 'customFields', sentId: key, fieldId: key };
}

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
 * Keeps text (including leading zeros) and numbers, writes dates as ISO 8601, and joins the parts of a list that are
 * not blank.
 * @returns `undefined` for an empty value, which is not sent
 */
function plainValue(field: NamedField, raw: unknown): string | number | undefined {
  if (!Array.isArray(raw)) return singleValue(field, raw);
  const parts = raw.filter((part) => !isBlank(part));
  return parts.map((part) => singleValue(field, part, 'a list with ')).join(', ') || undefined;
}

/** @param within names the list that the value is a part of, for an error */
function singleValue(field: NamedField, raw: unknown, within = ''): string | number {
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
  const fix =
    typeof raw === 'boolean'
      ? 'Map the text to show on the pass, e.g. Yes or No.'
      : `Map a single value to ${formatField(field)}.`;
  throw refused(field, `is ${within}${kindOf(raw)}; pass fields accept text or numbers`, fix);
}

/** The service adds to and subtracts from a balance, and starts from 0 if it is a text such as `25,00`. */
function amount(field: NamedField, value: string | number): string | number {
  if (plainNumber(value) >= 0) return typeof value === 'string' ? plain(value) : value;
  const problem = `must be a number of at least 0, not ${quoted(String(value))}`;
  throw refused(field, problem, 'Correct the value, e.g. 12.50.');
}

function kindOf(raw: unknown): string {
  if (typeof raw === 'boolean') return `a boolean (${String(raw)})`;
  if (Array.isArray(raw)) return 'a list';
  return typeof raw === 'number' ? 'an invalid number' : 'an object';
}

function validText(field: NamedField, text: string): string {
  const problem = errorValueProblem(text);
  if (problem !== undefined) throw refused(field, problem, ERROR_VALUE_FIX);
  if (!hasLoneSurrogate(text)) return text;
  const fix = 'An emoji may have been cut in half. Map the complete text.';
  throw refused(field, 'contains a broken character', fix);
}

function refused(field: NamedField, problem: string, fix: string): ServiceError {
  const message = `Field ${formatField(field)} ${problem}`;
  return new ServiceError({ kind: 'invalidInput', field: field.key, message, fix });
}

/**
 * Whether a request can contain a value for this field ID. JavaScript reserves `__proto__`, so its value would be lost
 * on the way. A blank or broken ID is not sendable, either.
 */
export function isSendableId(id: string): boolean {
  return id !== '__proto__' && !isBlank(id) && !hasLoneSurrogate(id);
}

function unsendable(field: NamedField, id: string): ServiceError {
  const message = `The value for ${formatField(field)} can't be sent: ${quoted(id)} is not a valid field ID`;
  const fix =
    'Use the ID of another field, or give this field a different ID in the design of the template.';
  return new ServiceError({ kind: 'invalidInput', field: field.key, message, fix });
}
