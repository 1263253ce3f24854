import { DateTime } from 'luxon';

import { badRequest } from '../errors';

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

const NAMES = { validFrom: 'valid from', validUntil: 'valid until' } as const;

/**
 * Read `validFrom` or `validUntil`, which may be absent.
 * @returns epoch ms or `undefined`
 * @throws ServiceError 400 `Invalid valid until string! Must be ISO 8601...`
 */
export function readDate(
  key: keyof typeof NAMES,
  values: Readonly<Record<string, unknown>>,
): number | undefined {
  if (values[key] === undefined) return undefined;
  const ms = isoToMs(values[key]);
  if (ms === undefined) {
    throw badRequest(
      `Invalid ${NAMES[key]} string! Must be ISO 8601, for example 2030-12-31T23:59:59Z.`,
    );
  }
  return ms;
}
