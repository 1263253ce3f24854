import { DateTime } from 'luxon';
import { z } from 'zod';

import { badRequest } from '../errors';

/**
 * Validate a body or query against its shape. Unknown keys are tolerated and dropped.
 * @throws ServiceError 400 naming the first problem
 */
export function parse<Output>(
  schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
  value: unknown,
): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  throw badRequest(where === '' ? String(issue?.message) : `${where}: ${issue?.message}`);
}

/** A language code of two letters. */
export const localeCode = z
  .string()
  .regex(/^[a-z]{2}$/i, 'must be a two-letter language code')
  .transform((code) => code.toLowerCase());

/** Text; empty means absent. */
export const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));

/** An email address in lowercase, as the service stores it. */
export const optionalEmail = optionalText.transform((email) => email?.trim().toLowerCase());

/** Required text. */
export const requiredText = z.string().refine((text) => text.trim() !== '', 'must not be empty');

/** A whole number in a query. */
export const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

/** Whether a text can be an email address. */
export function isEmail(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
}

/** Whether a text can be a phone number; spaces and the usual punctuation do not count. */
export function isPhone(text: string): boolean {
  return /^\+?\d{6,15}$/.test(text.replace(/[\s()./-]/g, ''));
}

// Luxon also takes bare times and years; the service speaks of dates and date-times.
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}(T|$)/;

/**
 * Read an ISO 8601 date. A bare date is midnight UTC at its start; a time without a zone is UTC.
 * @returns epoch ms, or `undefined` if the value is not such a date
 */
export function isoToMs(value: unknown): number | undefined {
  if (typeof value !== 'string' || !CALENDAR_DATE.test(value)) return undefined;
  const date = DateTime.fromISO(value, { zone: 'utc' });
  return date.isValid ? date.toMillis() : undefined;
}

const DATE_NAMES = { validFrom: 'valid from', validUntil: 'valid until' } as const;

/**
 * Read `validFrom` or `validUntil`, which may be absent.
 * @returns epoch ms or `undefined`
 * @throws ServiceError 400 `Invalid valid until string! Must be ISO 8601...`
 */
export function readDate(
  key: keyof typeof DATE_NAMES,
  values: Readonly<Record<string, unknown>>,
): number | undefined {
  if (values[key] === undefined) return undefined;
  const ms = isoToMs(values[key]);
  if (ms === undefined) {
    throw badRequest(
      `Invalid ${DATE_NAMES[key]} string! Must be ISO 8601, for example 2030-12-31T23:59:59Z.`,
    );
  }
  return ms;
}

/** The properties of an object that are not `undefined`. */
export function given<T extends object>(input: T): Partial<T> {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
}
