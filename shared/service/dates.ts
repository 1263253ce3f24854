/** Dates that people write and that the service sends, and days of the calendar. */

import { DateTime } from 'luxon';

import { DAY_MS } from '../runtime/clock';
import { plain } from './text';

/** The date could not be parsed, or is out of range. */
export class UnreadableDate extends Error {
  /** @param problem for the error message of the input */
  constructor(readonly problem = 'is not a valid date') {
    super(problem);
  }
}

/** The time zone does not exist. */
export class UnknownZone extends Error {
  constructor(readonly zone: string) {
    super(`'${zone}' is not a time zone`);
  }
}

/** Whether a bare date means the start or the end of that day. */
export type BareDateMeans = 'startOfDay' | 'endOfDay';

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Luxon also accepts bare times and years. */
const BEGINS_WITH_DATE = /^\d{4}-\d{2}-\d{2}/;
/** The end of a day, `2026-12-31T24:00`, which Luxon reads as the start of the next day. */
const AT_24 = /^.{10}[T ]24/i;
/** `31.12.2026`, `1.5.2031`, `31.12.2026, 18:00`: with dots, the day comes first everywhere. */
const DOTTED_DATE =
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})(?:,? +(?<hour>\d{1,2})(?<rest>(?::\d{2}){1,2}))?$/;

/**
 * Converts a date from a person or platform to the service's format: ISO 8601 in UTC, ending in `Z`
 * (docs/service.md#bare-dates).
 *
 * A bare date means the start or the END of that day in the user's zone: the service itself would read `2026-12-31` as
 * the start of the 31st and end a membership a day early. With `endOfDay`, midnight in the user's zone is also treated
 * as a bare date, because the date pickers of both platforms return midnight for a date; only text that ends in `Z` is
 * an exact time. An object at midnight of the zone, or of UTC as databases return it, is a bare date, too. An end at
 * 24:00 is the end of the day that was written.
 *
 * @param raw ISO 8601 text with or without zone, text like `31.12.2026 18:00`, `Date`, or Luxon `DateTime`
 * @param zone IANA zone for text without a zone, e.g. `Europe/Berlin`
 * @throws {UnreadableDate} for anything else: `31/12/2026`, epoch numbers, impossible days, years before 1900 or after
 *   9999
 * @throws {UnknownZone} if the zone is needed and does not exist
 */
export function toUtcIso(raw: unknown, zone: string, bareDate: BareDateMeans): string {
  if (isDate(raw)) {
    const moment = DateTime.fromMillis(raw.valueOf(), { zone });
    if (moment.invalidReason === 'unsupported zone') throw new UnknownZone(zone);
    if (!moment.isValid) throw new UnreadableDate();
    const day = [moment, moment.toUTC()].find(isMidnight)?.setZone(zone, { keepLocalTime: true });
    return day ? utc(boundary(day, bareDate)) : utc(moment);
  }
  if (typeof raw !== 'string') throw new UnreadableDate();
  const text = isoText(plain(raw));
  if (!BEGINS_WITH_DATE.test(text)) throw new UnreadableDate();
  // An exact time needs no zone.
  const exact = /z$/i.test(text);
  const read = DateTime.fromISO(text.replace(' ', 'T'), { zone: exact ? 'utc' : zone });
  if (read.invalidReason === 'unsupported zone') throw new UnknownZone(zone);
  if (!read.isValid) throw new UnreadableDate();
  if (exact) return utc(read);
  const local = read.setZone(zone);
  if (!BARE_DATE.test(text) && !isMidnight(local)) return utc(read);
  const isEndOfDay = bareDate === 'endOfDay' && AT_24.test(text);
  return utc(boundary(isEndOfDay ? local.minus({ days: 1 }) : local, bareDate));
}

function boundary(day: DateTime, bareDate: BareDateMeans): DateTime {
  return bareDate === 'startOfDay' ? firstMoment(day) : lastMoment(day);
}

/** A date with dots as ISO 8601; any other text unchanged. */
function isoText(text: string): string {
  const parts = DOTTED_DATE.exec(text)?.groups;
  if (!parts) return text;
  const two = (part = '') => part.padStart(2, '0');
  const { day, month, year = '', hour, rest = '' } = parts;
  const time = hour === undefined ? '' : `T${two(hour)}${rest}`;
  return `${year}-${two(month)}-${two(day)}${time}`;
}

/** 00:00, or the first moment of a day whose 00:00 the clocks skip. */
function isMidnight(moment: DateTime): boolean {
  return [moment.startOf('day'), firstMoment(moment)].some(
    (start) => start.toMillis() === moment.toMillis(),
  );
}

/** If clocks go back to midnight (Havana), the day has two midnights. This returns the first. */
function firstMoment(day: DateTime): DateTime {
  const midnight = day.startOf('day');
  const before = midnight.minus({ hours: 1 });
  return before.toISODate() === midnight.toISODate() ? before : midnight;
}

function lastMoment(day: DateTime): DateTime {
  return firstMoment(day.startOf('day').plus({ days: 1 })).minus(1);
}

/** A `Date`, or a Luxon `DateTime` from an n8n expression. */
export function isDate(value: unknown): value is Date | DateTime {
  // JSON may claim to be a `DateTime`.
  return (
    value instanceof Date || (DateTime.isDateTime(value) && typeof value.toJSON === 'function')
  );
}

/** Before this year, a date represents a missing date in a sheet or a database: `1899-12-30`, `0001-01-01`. */
const MIN_YEAR = 1900;
/** The last moment of a year with four digits, which the service accepts. Systems use this day for "never". */
const LAST = DateTime.utc(9999, 12, 31).endOf('day');

/** @param moment in the zone in which it was written */
function utc(moment: DateTime): string {
  const { year } = moment;
  if (year < MIN_YEAR) throw new UnreadableDate(`is before the year ${MIN_YEAR}`);
  if (year > LAST.year) throw new UnreadableDate(`is after the year ${LAST.year}`);
  return DateTime.min(moment.toUTC(), LAST).toISO() ?? '';
}

/**
 * Parses a date of the service, ISO 8601, to epoch ms. Without a zone it is in UTC, independent of
 * this machine's zone; a bare date is the start of that day.
 * @returns `undefined` for anything else
 */
export function readServiceDate(text: unknown): number | undefined {
  if (typeof text !== 'string' || !BEGINS_WITH_DATE.test(text.trim())) return undefined;
  const read = DateTime.fromISO(text.trim().replace(' ', 'T'), { zone: 'utc' });
  return read.isValid ? read.toMillis() : undefined;
}

/** A time of the service, epoch ms or ISO 8601 text, as ISO 8601 in UTC. Any other value is returned unchanged. */
export function toIsoTime(time: unknown): unknown {
  const ms = typeof time === 'number' ? time : readServiceDate(time);
  const date = new Date(ms ?? NaN);
  return Number.isNaN(date.getTime()) ? time : date.toISOString();
}

/**
 * A time of {@link toUtcIso} as people write it in a zone: `2026-12-31` if it begins or ends the day, else with the
 * time.
 */
export function asWritten(iso: string, zone: string): string {
  const moment = DateTime.fromISO(iso, { zone });
  const isBoundary = isMidnight(moment) || isMidnight(moment.plus(1));
  return moment.toFormat(isBoundary ? 'yyyy-MM-dd' : 'yyyy-MM-dd HH:mm');
}

/** `Mar 12, 2026`: the day of a timestamp in a zone; `undefined` without a valid timestamp. */
export function dayInWords(
  at: number | string | null | undefined,
  zone: string,
): string | undefined {
  const moment = typeof at === 'number' ? DateTime.fromMillis(at) : DateTime.fromISO(at ?? '');
  const local = moment.setZone(zone);
  const valid = local.isValid ? local : moment.toUTC();
  return valid.isValid ? valid.setLocale('en-US').toFormat('LLL d, yyyy') : undefined;
}

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
 * The day of a date that a person wrote, in the formats of `toUtcIso`. A date without an offset is that day in every
 * zone, an exact time is the day in `zone`. 24:00 is the end of a day, as in `toUtcIso`.
 * @returns `undefined` for anything else, e.g. `03/04/2026`
 */
export function readEpochDay(text: string, zone: string): number | undefined {
  if (text.length > MAX_DATE_LENGTH) return undefined;
  const iso = isoText(plain(text));
  if (!BEGINS_WITH_DATE.test(iso)) return undefined;
  // Without an offset, the day does not depend on the zone. Skip its offsets, which take time to find.
  const read = DateTime.fromISO(iso.replace(' ', 'T'), {
    zone: WITH_OFFSET.test(iso) ? zone : 'utc',
  });
  if (!read.isValid) return undefined;
  return epochDayOf(AT_24.test(iso) ? read.minus(1) : read);
}

/** The time of a text with an offset, epoch ms: its day depends on the zone. `undefined` for any other text. */
export function readExactTime(text: string): number | undefined {
  const isExact = text.length <= MAX_DATE_LENGTH && WITH_OFFSET.test(plain(text));
  return isExact ? readServiceDate(plain(text)) : undefined;
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

/** The latest anniversary of a day by `until`, or the day itself. In a year without February 29, it is February 28. */
export function latestAnniversary(day: number, until: number): number {
  const inYear = (year: number) => epochDayOf(startOf(day).set({ year }));
  const year = yearOf(until);
  return Math.max(day, inYear(year) <= until ? inYear(year) : inYear(year - 1));
}

function startOf(day: number): DateTime {
  return DateTime.fromMillis(day * DAY_MS, { zone: 'utc' });
}
