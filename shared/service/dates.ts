import { DateTime } from 'luxon';

/** Why a date could not be read. */
export class UnreadableDate extends Error {}

/** The date is fine; the zone in which it is to be read is none. */
export class UnknownZone extends Error {
  constructor(readonly zone: string) {
    super(`'${zone}' is no time zone`);
  }
}

/** Which end of the day a bare date stands for. */
export type BareDateMeans = 'startOfDay' | 'endOfDay';

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Luxon also reads bare times and years. */
const BEGINS_WITH_DATE = /^\d{4}-\d{2}-\d{2}/;

/**
 * Reads a date as people and platforms give it and writes what the service takes: ISO 8601 in UTC,
 * ending in `Z` (docs/service.md#bare-dates).
 *
 * A bare date stands for the start or the END of that day in the user's zone: the service itself
 * would take `2026-12-31` as the first moment of the 31st and end a membership a day early. Where
 * the end is meant, midnight in the user's zone counts as a bare date too, because that is what
 * the date pickers of both platforms make of one; only text that ends in `Z` is an exact moment.
 *
 * @param raw ISO 8601 text with or without zone, `Date`, or a Luxon date-time
 * @param zone IANA zone for text without one, e.g. `Europe/Berlin`
 * @throws {UnreadableDate} for anything else: `31/12/2026`, epoch numbers, impossible days, years
 *   beyond four digits
 * @throws {UnknownZone} where the zone is needed and is none
 */
export function toUtcIso(raw: unknown, zone: string, bareDate: BareDateMeans): string {
  if (raw instanceof Date && !Number.isNaN(raw.getTime())) return utc(DateTime.fromJSDate(raw));
  if (isLuxon(raw)) return toUtcIso(raw.toISO(), zone, bareDate);
  if (typeof raw !== 'string') throw new UnreadableDate(`${typeof raw} is no date`);
  const text = raw.trim();
  if (!BEGINS_WITH_DATE.test(text)) throw new UnreadableDate(`'${text}' is not ISO 8601`);
  // An exact moment needs no zone.
  const exact = /z$/i.test(text);
  const read = DateTime.fromISO(text.replace(' ', 'T'), { zone: exact ? 'utc' : zone });
  if (read.invalidReason === 'unsupported zone') throw new UnknownZone(zone);
  if (!read.isValid)
    throw new UnreadableDate(read.invalidExplanation ?? `'${text}' is not ISO 8601`);
  if (exact) return utc(read);
  const local = read.setZone(zone);
  if (!BARE_DATE.test(text) && !isMidnight(local)) return utc(read);
  return utc(bareDate === 'endOfDay' ? lastMoment(local) : firstMoment(local));
}

function isMidnight(moment: DateTime): boolean {
  return moment.toMillis() === firstMoment(moment).toMillis();
}

/** Where clocks go back to midnight (Havana), the day has two midnights: the first one counts. */
function firstMoment(day: DateTime): DateTime {
  const midnight = day.startOf('day');
  const before = midnight.minus({ hours: 1 });
  return before.toISODate() === midnight.toISODate() ? before : midnight;
}

function lastMoment(day: DateTime): DateTime {
  return firstMoment(day.startOf('day').plus({ days: 1 })).minus(1);
}

function isLuxon(raw: unknown): raw is { toISO(): string | null } {
  return typeof raw === 'object' && raw !== null && 'toISO' in raw;
}

/** ISO 8601 has four digits for a year; luxon writes others with a sign, which the service cannot read. */
function utc(moment: DateTime): string {
  const text = moment.toUTC().toISO() ?? '';
  if (/^\d{4}-/.test(text)) return text;
  throw new UnreadableDate(`'${text}' is beyond the years of a calendar`);
}

/**
 * The moment a date of the service means, epoch ms: ISO 8601, in UTC where it has no zone, whatever
 * the zone of this machine. A bare date is the start of that day.
 * @returns `undefined` where it is not such a date
 */
export function readServiceDate(text: unknown): number | undefined {
  if (typeof text !== 'string' || !BEGINS_WITH_DATE.test(text.trim())) return undefined;
  const read = DateTime.fromISO(text.trim().replace(' ', 'T'), { zone: 'utc' });
  return read.isValid ? read.toMillis() : undefined;
}

/** ISO 8601 copy of an epoch-ms timestamp of the service; `undefined` where there is none. */
export function isoFromEpoch(ms: number | null | undefined): string | undefined {
  return ms === null || ms === undefined ? undefined : new Date(ms).toISOString();
}

/** `Mar 12, 2026`, the day of a timestamp of the service in a zone; `undefined` where there is none. */
export function dayInWords(
  at: number | string | null | undefined,
  zone: string,
): string | undefined {
  const moment = typeof at === 'number' ? DateTime.fromMillis(at) : DateTime.fromISO(at ?? '');
  const there = moment.setZone(zone);
  const known = there.isValid ? there : moment.toUTC();
  return known.isValid ? known.setLocale('en-US').toFormat('LLL d, yyyy') : undefined;
}
