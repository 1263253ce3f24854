import { distance } from 'fastest-levenshtein';

import { ServiceError, catchServiceError, prefixed, throwIfAny } from '../errors/serviceError';
import { isRecord } from '../runtime/records';
import { hasLostDigits } from '../service/numbers';
import { hasLoneSurrogate, isBlank, quoted, shortened } from '../service/text';
import { type Design, type DesignField, type ValueGroup, isPassTypeField } from './fields';

/** What happens to a key that matches no field. */
export type UnknownFields = 'refuse' | 'leaveOut';

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
    const target = design?.readable
      ? targetInDesign(design, key)
      : targetWithoutDesign(key, unknownFields);
    if (!target) {
      if (unknownFields === 'refuse') throw unknownKey(design as Design, key);
      routed.skippedFields.push(key);
      return;
    }
    const { valueGroup, id, fieldId, label } = target;
    if (!isSendableId(id)) throw unsendable({ key, label }, id);
    const value = plainValue({ key, label }, raw);
    if (value === undefined) return;
    const earlier = givenFor.get(fieldId);
    if (earlier !== undefined) throw twice(earlier, key);
    givenFor.set(fieldId, key);
    routed[valueGroup][id] = value;
  }
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
  const fieldId = ALIASES.get(key)?.find((id) =>
    fields.some((field) => field.id === id && field.valueGroup === 'templateFields'),
  );
  return fieldId === undefined ? undefined : { valueGroup: 'templateFields', id: key, fieldId };
}

/**
 * Without a design: the service reads pass-type fields only from `templateFields`, all others from
 * either. `leaveOut` skips every key that is not known to be a field.
 */
function targetWithoutDesign(key: string, unknownFields: UnknownFields): Target | undefined {
  const isTypeField = isPassTypeField(key) || ALIASES.has(key);
  if (!isTypeField && unknownFields === 'leaveOut') return undefined;
  return { valueGroup: isTypeField ? 'templateFields' : 'customFields', id: key, fieldId: key };
}

/**
 * The field with this ID or label.
 * @param input the input that names it
 * @throws {ServiceError} `invalidInput` if there is none, or if the label is not unique
 */
export function fieldCalled(
  design: Design,
  name: string,
  input: { key: string; label: string },
): DesignField {
  const found = findField(design.fields, name);
  if (!found) {
    throw prefixed(unknownKey(design, name), `'${input.label}'`).with({ field: input.key });
  }
  return found;
}

/** By exact ID, otherwise by label or ID in any case if only one field matches. */
function findField(fields: readonly DesignField[], key: string): DesignField | undefined {
  const exact = fields.find((field) => field.id === key);
  if (exact) return exact;
  const matches = fieldsCalled(fields, key);
  return matches.length === 1 ? matches[0] : undefined;
}

/** All fields with this label or ID, in any case. */
function fieldsCalled(fields: readonly DesignField[], key: string): DesignField[] {
  const wanted = key.trim().toLowerCase();
  return fields.filter(({ id, label }) =>
    [id, label].some((name) => name.toLowerCase() === wanted),
  );
}

/** A key as entered and the label of its field. */
interface NamedField {
  key: string;
  label?: string;
}

function formatField({ key, label = key }: NamedField): string {
  return label.toLowerCase() === key.toLowerCase()
    ? quoted(key)
    : `${quoted(key)} (${shortened(label)})`;
}

/**
 * Keeps text (including leading zeros) and numbers, writes dates as ISO 8601, joins lists.
 * @returns `undefined` for an empty value, which is not sent
 */
function plainValue(field: NamedField, raw: unknown): string | number | undefined {
  if (typeof raw === 'string') return validText(field, raw);
  if (hasLostDigits(raw)) throw lostDigits(field);
  if (typeof raw === 'number' && Number.isFinite(raw)) return raw;
  if (typeof raw === 'bigint') return String(raw);
  const date = isoDate(raw);
  if (date !== undefined) return date;
  if (
    Array.isArray(raw) &&
    raw.every((part) => typeof part === 'string' || Number.isFinite(part))
  ) {
    return validText(field, raw.join(', ')) || undefined;
  }
  throw refusedValue(field, raw);
}

function validText(field: NamedField, text: string): string {
  if (!hasLoneSurrogate(text)) return text;
  throw new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `Field ${formatField(field)} contains a broken character`,
    hint: 'An emoji may have been cut in half. Map the complete text.',
  });
}

/** ISO text of a `Date`, or of a Luxon `DateTime` from an n8n expression; `undefined` if it is neither. */
function isoDate(raw: unknown): string | undefined {
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? undefined : raw.toISOString();
  if (!isRecord(raw) || typeof raw.toISO !== 'function') return undefined;
  try {
    const text = (raw as { toISO: () => unknown }).toISO();
    return typeof text === 'string' ? text : undefined;
  } catch {
    // It only looks like a date.
    return undefined;
  }
}

function refusedValue(field: NamedField, raw: unknown): ServiceError {
  const kind =
    typeof raw === 'boolean'
      ? `a boolean (${String(raw)})`
      : typeof raw === 'number'
        ? 'an invalid number'
        : Array.isArray(raw)
          ? 'a list of objects'
          : 'an object';
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
  return id !== '__proto__' && id.trim() !== '' && !hasLoneSurrogate(id);
}

function unsendable(field: NamedField, id: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `The value for ${formatField(field)} cannot be sent: ${quoted(id)} is not a valid field ID`,
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

function unknownKey(design: Design, key: string): ServiceError {
  const matches = fieldsCalled(design.fields, key).map((field) => `'${field.id}'`);
  if (matches.length > 1) {
    return new ServiceError({
      kind: 'invalidInput',
      field: key,
      message: `The template has ${matches.length} fields called ${quoted(key)}`,
      hint: `Use the field ID of the one you mean: ${matches.join(' or ')}.`,
    });
  }
  const nearest = nearestField(design.fields, key);
  const list = design.fields.map((field) => field.id).join(', ');
  return new ServiceError({
    kind: 'invalidInput',
    field: key,
    message: `The template has no field ${quoted(key)}`,
    hint: nearest
      ? `Did you mean '${nearest.id}' (${nearest.label})? The template has: ${list}.`
      : `The template has: ${list || 'no fields'}.`,
  });
}

/** The field whose ID or label is most similar to a key, if any is similar enough. */
export function nearestField(fields: readonly DesignField[], key: string): DesignField | undefined {
  const wanted = key.toLowerCase();
  const ranked = fields
    .map((field) => ({
      field,
      far: Math.min(
        distance(wanted, field.id.toLowerCase()),
        distance(wanted, field.label.toLowerCase()),
      ),
    }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(2, Math.ceil(key.length / 2)) ? best.field : undefined;
}

function twice(first: string, second: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: second,
    message: `${quoted(first)} and ${quoted(second)} are the same field of the pass`,
    hint: 'Enter a value for only one of them.',
  });
}
