import { type DesignField, isValidity, withValidity } from '../design/fields';
import { ServiceError } from '../errors/serviceError';
import * as field from '../fields';
import { eventFields, rowSample } from '../operations/pass/outputFields';
import { epochDayToIso, isTimeZone, toEpochDay, yearOf } from '../service/epochDay';
import type { PassRow } from '../service/schemas';
import { quoted } from '../service/text';
import { assertDates, latestReached, readDate, type Recurrence } from './passDates';
import { type Matcher, notVoided } from './matchers';
import { whenReaching } from './reached';
import { defineScanTrigger } from './scanTrigger';
import { MISSING_DAYS } from './snapshot';
import { findListedField } from './listedField';

const FIELD = { key: 'field', label: 'Date Field' };

/**
 * For how many days after its day a date still counts if no poll has seen it before. That is less than a pass
 * that is missing from the list is remembered: no date is forgotten while it still counts.
 */
const LATE_DAYS = MISSING_DAYS - 1;

/** A membership card: a loyalty card rarely has a date. */
const SAMPLE = {
  ...rowSample,
  templateId: 'tpl_2b7d40',
  templateName: 'Harbor Library Card',
  templateFields: { validUntil: '2026-03-20T22:59:59.999Z' },
  date: '2026-03-20',
};

/** One more request per poll than other scans, because the template's design has the fields. */
export const passDateReached = defineScanTrigger({
  key: 'passDateReached',
  label: 'Pass Date Reached',
  description: 'When a date of a pass is reached, e.g. a birthday, or some days before or after it',
  misses:
    'A date that a poll first sees more than a day late, one that has come before, and a pass that is voided when its day comes',
  moreRequests: 'one',
  details:
    "Each date is one event, at the first poll of its day in the time zone of the workflow or Zap; after an outage, the next poll finds it if that is at most two days late. A new date is a new event. Expired passes count, voided ones don't. A date is like `2026-12-31` or `31.12.2026`, with or without a time. Any other value, e.g. `03/04/2026`, is not a date: a test on n8n shows how many passes have a date. If none has, a test fails on either platform, and so does the start of the workflow or Zap. A field of your own, such as a birthday, has a date if this integration has written it; the service's lists may omit one from elsewhere. To start at 9 AM on n8n, set 'Poll Times' to every day at 9; on Zapier, add a delay.",
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_date_reached',
    label: 'Pass Date Reached',
    noun: 'Digital Pass',
    description:
      'Triggers when a date of a pass is reached, or a number of days before or after it.',
    note: 'Expired passes count, too.',
    eventId: ({ id, date }) => `${String(id)}:${String(date)}`,
  },
  input: {
    field: field.required(
      field.ref({
        of: 'dateField',
        dependsOn: ['templateId'],
        label: FIELD.label,
        description:
          "Field with dates like 2026-12-31 or 31.12.2026, or 'Valid Until'. Choose it, or enter its label or ID.",
      }),
    ),
    days: field.required(
      field.number({
        label: 'Days Before or After',
        integer: true,
        min: -365,
        max: 365,
        default: 0,
        placeholder: 'e.g. -7',
        description: 'Enter 0 for the day itself, -7 for a week before, or 7 for a week after it.',
        onN8n: "For mornings, set 'Poll Times' to every day at 9.",
        onZapier: 'The Zap starts shortly after midnight; for mornings, add a delay.',
      }),
    ),
    yearly: field.boolean({
      label: 'Repeat Every Year',
      default: false,
      description:
        'repeat this every year, e.g. for birthdays; February 29 becomes February 28 in other years',
    }),
  },
  resetsBaseline: ['field', 'days', 'yearly'],
  fields: {
    ...eventFields,
    date: { label: 'Date', type: 'string', always: true },
    // In its place: n8n's Simplify has ten fields.
    created: { ...eventFields.created, omitFromSimplified: true },
  },
  sample: SAMPLE,
  async example(context, { templateId, field: name }) {
    const dateField = await findListedField(context, templateId, name, FIELD, withValidity);
    const { id, valueGroup } = dateField;
    const value = isValidity(id) ? SAMPLE.templateFields.validUntil : SAMPLE.date;
    return { ...SAMPLE, templateFields: {}, [valueGroup]: { [id]: value } };
  },
  async matcher(context, templateId, { field: name, days, yearly }) {
    const { client, timezone } = context;
    if (!isTimeZone(timezone)) throw unknownTimeZone(timezone);
    const dateField = await findListedField(context, templateId, name, FIELD, withValidity);
    return notVoided({
      ...whenDateComes(dateField, { days, yearly }, timezone, client.clock.now()),
      check: (rows, isStart) =>
        isStart ? assertDates(dateField, rows, timezone, FIELD) : undefined,
    });
  },
});

/**
 * Two questions decide: `whenReaching` finds the dates that were not reached before, `isDue` those whose day is not too
 * long ago.
 * @param now epoch ms
 */
function whenDateComes(
  dateField: DesignField,
  recurrence: Recurrence,
  timezone: string,
  now: number,
): Matcher {
  const dayOf = (ms: number) => toEpochDay(ms, timezone);
  const today = dayOf(now);
  const reachedDate = (row: PassRow) => {
    const date = readDate(row, dateField, timezone);
    if (!date) return undefined;
    /** The latest of the date and its anniversaries whose day has come. */
    const reached = latestReached(date.day, recurrence, today);
    return { value: date.key, step: stepOf(reached, recurrence), reached };
  };
  /** Whether the day of the event has come since a day, and since the pass was issued. */
  const isDue = (row: PassRow, reached: number | undefined, firstDay: number) =>
    reached !== undefined && reached + recurrence.days >= Math.max(firstDay, dayOf(row.created));
  return {
    ...whenReaching(reachedDate, (row, { reached }, { since, isNewValue }) => {
      // No poll has compared a new value before.
      const firstDay = isNewValue ? today - LATE_DAYS : dayOf(since);
      return isDue(row, reached, firstDay);
    }),
    showsEvent: (row, since) => isDue(row, reachedDate(row)?.reached, dayOf(since)),
    details: (row) => {
      const reached = reachedDate(row)?.reached;
      return reached === undefined ? {} : { date: epochDayToIso(reached) };
    },
  };
}

/** See {@link Reached}: a date that is repeated is an event in each year. */
function stepOf(reached: number | undefined, { yearly }: Recurrence): number {
  if (reached === undefined) return 0;
  return yearly ? yearOf(reached) : 1;
}

function unknownTimeZone(zone: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    message: `The time zone in the settings is unknown: ${quoted(zone)}`,
    hint: 'Choose a time zone in the {workflow} settings.',
  });
}
