/** Days of the calendar, without a time zone: as the number of days since January 1, 1970. */

import { DateTime } from 'luxon';

import { DAY_MS } from '../runtime/duration';
import { AT_24, BEGINS_WITH_DATE, isoText } from './dates';
import { trimmed } from './text';

/** Whether this is the name of a time zone. */
export function isTimeZone(zone: string): boolean {
  return DateTime.fromMillis(0, { zone }).isValid;
}

/** The day of a time in a zone; `NaN` for a time beyond the calendar. */
export function toEpochDay(ms: number, zone: string): number {
  return epochDayOf(DateTime.fromMillis(ms, { zone }));
}

/** A time with an offset or a zone: `T18:00Z`, `T18:00+02:00`, `T18:00[Europe/Berlin]`. */
const WITH_OFFSET = /^.{10}[T ].*(Z|[+-]\d{2}(:?\d{2})?|\])$/i;
/** Longer text is not a date, and not worth parsing. */
const MAX_DATE_LENGTH = 64;

/**
 * The day of a date that a person wrote: what `toUtcIso` reads. A date without an offset is that day in every
 * zone, an exact time the day in `zone`. 24:00 is the end of a day, as in `toUtcIso`.
 * @returns `undefined` for anything else, e.g. `03/04/2026`
 */
export function readEpochDay(text: string, zone: string): number | undefined {
  if (text.length > MAX_DATE_LENGTH) return undefined;
  const iso = isoText(trimmed(text));
  if (!BEGINS_WITH_DATE.test(iso)) return undefined;
  // Without an offset, the day needs no zone, whose offsets take time to find.
  const read = DateTime.fromISO(iso.replace(' ', 'T'), {
    zone: WITH_OFFSET.test(iso) ? zone : 'utc',
  });
  if (!read.isValid) return undefined;
  return epochDayOf(AT_24.test(iso) ? read.minus(1) : read);
}

/** The time of a text with an offset, epoch ms: its day depends on the zone. `undefined` for any other text. */
export function readExactTime(text: string): number | undefined {
  if (text.length > MAX_DATE_LENGTH) return undefined;
  const exact = trimmed(text);
  if (!WITH_OFFSET.test(exact)) return undefined;
  const read = DateTime.fromISO(exact.replace(' ', 'T'), { zone: 'utc' });
  return read.isValid ? read.toMillis() : undefined;
}

function epochDayOf({ year, month, day }: DateTime): number {
  return DateTime.utc(year, month, day).toMillis() / DAY_MS;
}

/** `2026-12-31` */
export function epochDayToIso(day: number): string {
  return startOf(day).toISODate() ?? '';
}

/** The year of a day. */
export function yearOf(day: number): number {
  return startOf(day).year;
}

/** The latest anniversary of a day by `until`, or the day itself; February 29 becomes February 28 if a year has none. */
export function latestAnniversary(day: number, until: number): number {
  const inYear = (year: number) => epochDayOf(startOf(day).set({ year }));
  const year = yearOf(until);
  return Math.max(day, inYear(year) <= until ? inYear(year) : inYear(year - 1));
}

function startOf(day: number): DateTime {
  return DateTime.fromMillis(day * DAY_MS, { zone: 'utc' });
}
