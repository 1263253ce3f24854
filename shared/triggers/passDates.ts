import {
  type DesignField,
  showsDesignerFields,
  rawListedValue,
  withValidity,
} from '../design/fields';
import { fieldOrId } from '../design/routing';
import { invalidInput } from '../errors/serviceError';
import type { PollContext } from '../operations/context';
import { fieldNotListed } from '../operations/pass/listFilters';
import { readServiceDate } from '../service/dates';
import { inYear, readEpochDay, toEpochDay, yearOf } from '../service/epochDay';
import type { PassRow } from '../service/schemas';
import { isBlank, quoted } from '../service/text';

/** Dates in the fields of passes, as days since January 1, 1970. */

/** The input that names the field. */
export interface DateInput {
  key: string;
  label: string;
}

/**
 * The field of the template, or of the validity, with this ID or label.
 * @throws {ServiceError} `invalidInput` if the template has none
 */
export async function findDateField(
  { templates }: PollContext,
  templateId: string,
  name: string,
  input: DateInput,
): Promise<DesignField> {
  const design = await templates.design(templateId);
  return fieldOrId(design && { ...design, fields: withValidity(design.fields) }, name, input);
}

/**
 * The date of a pass. Of a validity date, which is an exact time, the day in the zone; of any other field, the
 * day that a person wrote.
 * @returns `undefined` without a date, or if the value is not certainly one
 */
export function readDate(row: PassRow, { id }: DesignField, timezone: string): number | undefined {
  const value = rawListedValue(row, id);
  if (typeof value !== 'string') return undefined;
  if (id !== 'validFrom' && id !== 'validUntil') return readEpochDay(value, timezone);
  const at = readServiceDate(value);
  return at === undefined ? undefined : toEpochDay(at, timezone);
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
  // A year before or after it, and a leap day more.
  const year = [thisYear + 1, thisYear, thisYear - 1, thisYear - 2].find(
    (candidate) => candidate >= firstYear && isReached(inYear(date, candidate)),
  );
  return year === undefined ? undefined : inYear(date, year);
}

/**
 * @throws {ServiceError} if the field was added in the designer and the list contains no such fields
 */
export function assertListed(
  field: DesignField,
  rows: readonly PassRow[],
  { key }: DateInput,
): void {
  const isListed = field.valueGroup !== 'customFields' || rows.some(showsDesignerFields);
  if (isListed || rows.length === 0) return;
  throw fieldNotListed(
    field.id,
    key,
    "Choose 'Valid Until' or a field of the card type. If no pass has a value in an added field yet, issue one first. No events were emitted and none are lost.",
  );
}

const DATES_LIKE = 'dates like 2026-12-31 or 31.12.2026';

/**
 * How many passes have a value that is not a date; `undefined` if none has one.
 * @throws {ServiceError} `invalidInput` if passes have values, and none is a date
 */
export function noteOnValues(
  field: DesignField,
  rows: readonly PassRow[],
  timezone: string,
  { key, label }: DateInput,
): string | undefined {
  const withValue = rows.filter((row) => !isBlank(rawListedValue(row, field.id)));
  const wrong = withValue.filter((row) => readDate(row, field, timezone) === undefined);
  const [first] = wrong;
  if (!first) return undefined;
  const count = `${wrong.length} of ${rows.length} passes ${wrong.length === 1 ? 'has' : 'have'} a value in ${quoted(field.label)} that is not a date, e.g. the pass ${quoted(first.id)}`;
  if (wrong.length < withValue.length) return `${count}. Use ${DATES_LIKE}`;
  throw invalidInput(
    label,
    key,
    `has no date in any pass: ${count}`,
    `Choose a field with ${DATES_LIKE}, or correct the values: 03/04/2026, for example, is ambiguous.`,
  );
}
