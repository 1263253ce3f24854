import { distance } from 'fastest-levenshtein';

import { ServiceError, errorFrom, refuseAll } from '../errors/serviceError';
import type { Design, DesignField } from './design';
import { hasLostDigits } from './numbers';
import { hasLoneSurrogate, isBlank, shortened } from './text';
import { PASS_TYPE_FIELDS } from './vocabulary';

/** The two objects a value can be sent in; a key is never sent in both. */
export interface RoutedValues {
  templateFields: Record<string, string | number>;
  customFields: Record<string, string | number>;
  /** Keys that match no field and were left out because the caller asked for that. */
  leftOut: string[];
}

/** Words the service moves to the type's own field (rule 3), with the fields they may become. */
const ALIASES = new Map<string, readonly string[]>([
  ['memberName', ['accountName', 'ticketHolderName']],
  ['memberId', ['accountId']],
]);

const ALL_TYPE_FIELDS = new Set(Object.values(PASS_TYPE_FIELDS).flat());

/**
 * Sorts field values into `templateFields` and `customFields` (docs/service.md#field-values).
 * Keys may be field IDs or, where unambiguous, labels.
 * @param design of the template; `undefined` where it could not be had, which accepts any key
 * @param values as the user gave them; blank ones are not sent
 * @throws {ServiceError} `invalidInput` naming every refused field: a value that is neither text nor
 *   number, an unknown key (with the nearest known one), two keys for one field
 */
export function routeFieldValues(
  design: Design | undefined,
  values: Readonly<Record<string, unknown>>,
  unknownFields: 'refuse' | 'leaveOut' = 'refuse',
): RoutedValues {
  const routed: RoutedValues = { templateFields: {}, customFields: {}, leftOut: [] };
  const givenFor = new Map<string, string>();
  const given = Object.entries(values).filter(([, raw]) => !isBlank(raw));
  refuseAll(given.map(([key, raw]) => errorFrom(() => route(key, raw))));
  return routed;

  function route(key: string, raw: unknown): void {
    if (key === '__proto__' || key.trim() === '' || hasLoneSurrogate(key)) throw unsendable(key);
    const target = design?.readable ? known(design, key) : free(key, unknownFields);
    if (!target) {
      if (unknownFields === 'refuse') throw unknownKey(design as Design, key);
      routed.leftOut.push(key);
      return;
    }
    const value = plainValue({ key, label: target.label }, raw);
    if (value === undefined) return;
    const earlier = givenFor.get(target.meaning);
    if (earlier !== undefined) throw twice(earlier, key);
    givenFor.set(target.meaning, key);
    routed[target.bag][target.id] = value;
  }
}

interface Target {
  bag: 'templateFields' | 'customFields';
  id: string;
  /** The field the value ends up in; the same for a field and its alias. */
  meaning: string;
  /** What the designer called it, which is what people see where they map values. */
  label?: string;
}

/** A value's key as it was given, and what the designer called the field. */
interface Named {
  key: string;
  label?: string;
}

function quoted({ key, label = key }: Named): string {
  return label.toLowerCase() === key.toLowerCase()
    ? `'${shortened(key)}'`
    : `'${shortened(key)}' (${shortened(label)})`;
}

function known(design: Design, key: string): Target | undefined {
  const field = findField(design.fields, key);
  if (field) {
    return {
      bag: field.owner === 'passType' ? 'templateFields' : 'customFields',
      id: field.id,
      meaning: field.id,
      label: field.label,
    };
  }
  const own = ALIASES.get(key)?.find((id) =>
    design.fields.some((f) => f.id === id && f.owner === 'passType'),
  );
  return own === undefined ? undefined : { bag: 'templateFields', id: key, meaning: own };
}

/** Exact ID first; else the label or ID in any case, when only one field answers to it. */
export function findField(fields: readonly DesignField[], key: string): DesignField | undefined {
  const exact = fields.find((field) => field.id === key);
  if (exact) return exact;
  const alike = fieldsCalled(fields, key);
  return alike.length === 1 ? alike[0] : undefined;
}

/** Every field that answers to this label or ID, in any case. */
function fieldsCalled(fields: readonly DesignField[], key: string): DesignField[] {
  const wanted = key.trim().toLowerCase();
  return fields.filter(
    (field) => field.label.toLowerCase() === wanted || field.id.toLowerCase() === wanted,
  );
}

/**
 * Without a design: the service reads pass-type fields only from `templateFields`, the rest from
 * either. What cannot be known for a field is left out where the caller leaves unknown ones out.
 */
function free(key: string, unknownFields: 'refuse' | 'leaveOut'): Target | undefined {
  const own = ALL_TYPE_FIELDS.has(key) || ALIASES.has(key);
  if (!own && unknownFields === 'leaveOut') return undefined;
  return { bag: own ? 'templateFields' : 'customFields', id: key, meaning: key };
}

/**
 * Text and numbers pass as they are (leading zeros stay), dates become ISO 8601, lists are joined.
 * @returns `undefined` for an empty value, which is not sent
 */
function plainValue(field: Named, raw: unknown): string | number | undefined {
  if (typeof raw === 'string') return wholeText(field, raw);
  if (hasLostDigits(raw)) throw lostDigits(field);
  if (typeof raw === 'number' && Number.isFinite(raw)) return raw;
  if (typeof raw === 'bigint') return String(raw);
  const date = isoDate(raw);
  if (date !== undefined) return date;
  if (
    Array.isArray(raw) &&
    raw.every((part) => typeof part === 'string' || Number.isFinite(part))
  ) {
    return wholeText(field, raw.join(', ')) || undefined;
  }
  throw refusedValue(field, raw);
}

function wholeText(field: Named, text: string): string {
  if (!hasLoneSurrogate(text)) return text;
  throw new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `Field ${quoted(field)} holds half a character`,
    hint: 'An emoji may have been cut in two by an earlier step. Give the whole text.',
  });
}

/** ISO text of a `Date` or a Luxon date-time, which n8n's expressions produce. */
function isoDate(raw: unknown): string | undefined {
  if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? undefined : raw.toISOString();
  if (typeof raw !== 'object' || raw === null || !('toISO' in raw)) return undefined;
  const { toISO } = raw as { toISO: unknown };
  return typeof toISO === 'function' ? textOf(() => toISO.call(raw) as unknown) : undefined;
}

/** `undefined` where an object only looks like a date. */
function textOf(write: () => unknown): string | undefined {
  try {
    const text = write();
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function refusedValue(field: Named, raw: unknown): ServiceError {
  const kind =
    typeof raw === 'boolean'
      ? `true/false (${String(raw)})`
      : typeof raw === 'number'
        ? 'not a number'
        : Array.isArray(raw)
          ? 'a list of objects'
          : 'an object';
  return new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `Field ${quoted(field)} holds ${kind}; a pass field takes text or a number`,
    hint:
      typeof raw === 'boolean'
        ? `Turn it into the words that should show on the pass, e.g. {{ ${String(raw)} ? "Yes" : "No" }}.`
        : `Map a single value to ${quoted(field)}.`,
  });
}

/** JavaScript keeps this key for itself: a value under it would be lost on the way. */
function unsendable(key: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: key,
    message: `A value for the field '${shortened(key)}' cannot be sent: that is no name of a field`,
    hint: "Give the value under a Field ID of the template's design.",
  });
}

function lostDigits(field: Named): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: field.key,
    message: `Field ${quoted(field)} is too long for a number, its last digits are lost already`,
    hint: `Deliver the value of ${quoted(field)} as text from the earlier step.`,
  });
}

function unknownKey(design: Design, key: string): ServiceError {
  const alike = fieldsCalled(design.fields, key).map((field) => `'${field.id}'`);
  if (alike.length > 1) {
    return new ServiceError({
      kind: 'invalidInput',
      field: key,
      message: `The template has ${alike.length} fields called '${shortened(key)}'`,
      hint: `Give the value under the Field ID of the one that is meant: ${alike.join(' or ')}.`,
    });
  }
  const nearest = nearestField(design.fields, key);
  const list = design.fields.map((field) => field.id).join(', ');
  return new ServiceError({
    kind: 'invalidInput',
    field: key,
    message: `The template has no field '${shortened(key)}'`,
    hint: nearest
      ? `Did you mean '${nearest.id}' (${nearest.label})? The template has: ${list}.`
      : `The template has: ${list || 'no fields'}.`,
  });
}

/** The field whose ID or label is spelled most like a name, where one is near enough. */
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
    message: `'${shortened(first)}' and '${shortened(second)}' are the same field of the pass`,
    hint: 'Give a value for one of them only.',
  });
}
