/** Dates in the fields of passes, as days since January 1, 1970. */

import { type DesignField, isValidity } from '../design/fields';
import { rawListedValue } from '../design/listedValues';
import { invalidInput } from '../errors/serviceError';
import {
  readServiceDate,
  inYear,
  readEpochDay,
  readExactTime,
  toEpochDay,
  yearOf,
} from '../service/dates';
import type { PassRow } from '../service/schemas';
import { isBlank, quoted } from '../service/text';
import type { FieldInput } from './watchedFields';

/** The date of a pass. */
export interface PassDate {
  /** Days since January 1, 1970, in the zone. */
  day: number;
  /** Identifies the date in any zone and however it is written. */
  key: string;
}

/**
 * The date of a pass. Of a validity date, which is an exact time, the day in the zone; of any other field, the
 * day that a person wrote.
 * @returns `undefined` without a date, or if the value is not certainly one
 */
export function readDate(
  row: PassRow,
  { id }: DesignField,
  timezone: string,
): PassDate | undefined {
  const value = rawListedValue(row, id);
  if (typeof value !== 'string') return undefined;
  if (isValidity(id)) {
    const at = readServiceDate(value);
    return at === undefined ? undefined : { day: toEpochDay(at, timezone), key: `at ${at}` };
  }
  const day = readEpochDay(value, timezone);
  if (day === undefined) return undefined;
  const at = readExactTime(value);
  return { day, key: at === undefined ? `on ${day}` : `at ${at}` };
}

/** When a date counts. */
export interface Recurrence {
  /** Days after the date; negative for days before it. At most a year. */
  days: number;
  /** Whether the date is an event in each year, from its own on. */
  yearly: boolean;
}

/**
 * The latest date whose day has come by `today`: the date itself or, if it is repeated, the same day of a later
 * year; `undefined` if that is still to come.
 */
export function latestReached(
  date: number,
  { days, yearly }: Recurrence,
  today: number,
): number | undefined {
  const isReached = (day: number) => day + days <= today;
  if (!yearly) return isReached(date) ? date : undefined;
  const firstYear = yearOf(date);
  const thisYear = yearOf(today);
  // `days` is at most a year: the latest date may be that of next year, or of two years ago if a leap day is in between.
  const year = [thisYear + 1, thisYear, thisYear - 1, thisYear - 2].find(
    (candidate) => candidate >= firstYear && isReached(inYear(date, candidate)),
  );
  return year === undefined ? undefined : inYear(date, year);
}

const DATES_LIKE = 'dates like 2026-12-31 or 31.12.2026';

/**
 * Refuses a field that can never be an event.
 * @returns how many passes have a date, and how many a value that is none; `undefined` without passes
 * @throws {ServiceError} `invalidInput` if the passes have other values only
 */
export function assertDates(
  field: DesignField,
  rows: readonly PassRow[],
  timezone: string,
  { key, label }: FieldInput,
): string | undefined {
  if (rows.length === 0) return undefined;
  const have = (count: number) =>
    `${count} of ${rows.length} passes ${count === 1 ? 'has' : 'have'}`;
  const withValue = rows.filter((row) => !isBlank(rawListedValue(row, field.id)));
  const wrong = withValue.filter((row) => readDate(row, field, timezone) === undefined);
  const dated = withValue.length - wrong.length;
  const [first] = wrong;
  const wrongValues =
    first &&
    `${have(wrong.length)} a value in ${quoted(field.label)} that is not a date, e.g. the pass ${quoted(first.id)}`;
  if (dated > 0 || !first) {
    const dates = `${have(dated)} a date in ${quoted(field.label)}`;
    return wrongValues ? `${dates}. ${wrongValues}. Use ${DATES_LIKE}` : dates;
  }
  throw invalidInput(
    label,
    key,
    `finds no date: ${have(wrong.length)} another value in ${quoted(field.label)}, e.g. the pass ${quoted(first.id)}`,
    `Choose a field with ${DATES_LIKE}, or correct the values: 03/04/2026, for example, is ambiguous.`,
  );
}
