import { ServiceError } from '../errors/serviceError';
import * as field from '../fields';
import { eventFields, rowSample } from '../operations/pass/output';
import { epochDayToIso, isTimeZone, toEpochDay, yearOf } from '../service/epochDay';
import type { PassRow } from '../service/schemas';
import { quoted } from '../service/text';
import { assertListed, findDateField, latestReached, noteOnValues, readDate } from './passDates';
import { defineScanTrigger } from './scanTrigger';
import { MISSING_DAYS } from './snapshot';

const FIELD = { key: 'field', label: 'Date Field' };

/**
 * For how many days after its day a date still counts if no poll has seen it before. That is one less than a pass
 * that is missing from the list is remembered, because those days are in UTC: no date is forgotten while it
 * still counts.
 */
const LATE_DAYS = MISSING_DAYS - 1;

/** One more request per poll than other scans, because the template's design has the fields. */
export const passDateReached = defineScanTrigger({
  key: 'passDateReached',
  label: 'Pass Date Reached',
  description: 'When a date of a pass is reached, e.g. a birthday, or some days before or after it',
  misses:
    'A date that a poll first sees more than a day late, and a pass that is voided when its day comes',
  moreRequests: 'one',
  details:
    "Each date is one event, at the first poll of its day in the time zone of the workflow or Zap; after an outage, the next poll finds it. A new date is a new event. Expired passes count, voided ones don't. A date is like `2026-12-31` or `31.12.2026`, with or without a time. Any other value, e.g. `03/04/2026`, is not a date: a test on n8n shows how many passes have one, and a test on either platform fails if no pass has a date.",
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_date_reached',
    label: 'Pass Date Reached',
    noun: 'Pass',
    description: 'Triggers when a date of a pass is reached, or some days before or after it.',
    eventId: ({ id, date }) => `${String(id)}:${String(date)}`,
  },
  input: {
    field: field.required(
      field.ref({
        of: 'dateField',
        dependsOn: ['templateId'],
        label: FIELD.label,
        description:
          "Field of the template with the date, or 'Valid Until'; its label works as well",
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
        description:
          'Enter 0 for the day itself, -7 for a week before it, or 7 for a week after it',
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
    created: { ...eventFields.created, rawOnly: true },
  },
  // A membership card: a loyalty card rarely has a date.
  sample: {
    ...rowSample,
    templateId: 'tpl_2b7d40',
    templateName: 'Harbor Library Card',
    templateFields: { validUntil: '2026-03-20T22:59:59.999Z' },
    date: '2026-03-20',
  },
  async matcher(context, templateId, { field: name, days, yearly }) {
    const { client, timezone } = context;
    if (!isTimeZone(timezone)) throw unknownTimeZone(timezone);
    const dateField = await findDateField(context, templateId, name, FIELD);
    const dayOf = (ms: number) => toEpochDay(ms, timezone);
    const today = dayOf(client.clock.now());
    /** The date of a pass, and the latest of it and its anniversaries whose day has come. */
    const read = (row: PassRow) => {
      const date = readDate(row, dateField, timezone);
      if (date === undefined) return undefined;
      return { date, reached: latestReached(date, { days, yearly }, today) };
    };
    const isReachedSince = (row: PassRow, firstDay: number): boolean => {
      const day = (read(row)?.reached ?? NaN) + days;
      return day >= firstDay && day >= dayOf(row.created) && !isVoided(row);
    };
    return {
      fingerprint: (row) => fingerprintOf(read(row)),
      isEvent: ({ entry, previous, current }) => {
        const wasKnown = dateIn(previous) === dateIn(current);
        // In a new time zone, it may be the day before again.
        if (wasKnown && yearsIn(current) < yearsIn(previous)) return false;
        return isReachedSince(entry, wasKnown ? -Infinity : today - LATE_DAYS);
      },
      isMatch: (row, since) => isReachedSince(row, since === undefined ? -Infinity : dayOf(since)),
      details: (row) => {
        const reached = read(row)?.reached;
        return reached === undefined ? {} : { date: epochDayToIso(reached) };
      },
      assertListed: (rows) => assertListed(dateField, rows, FIELD),
      note: (rows) => noteOnValues(dateField, rows, timezone, FIELD),
    };
  },
});

/** The date of a pass and, once its day has come, the number of years since: `kf3`, `kf3.0`, `kf3.1`. */
function fingerprintOf(read: { date: number; reached?: number } | undefined): string {
  if (read === undefined) return '';
  const { date, reached } = read;
  const years = reached === undefined ? '' : `.${yearOf(reached) - yearOf(date)}`;
  return `${date.toString(36)}${years}`;
}

function dateIn(fingerprint: string): string | undefined {
  return fingerprint.split('.')[0];
}

/** NaN before the first day has come. */
function yearsIn(fingerprint: string): number {
  return Number(fingerprint.split('.')[1] ?? NaN);
}

/** As for Pass Expiring; a pass that has expired since may have a date after that. */
function isVoided({ isValid }: PassRow): boolean {
  return isValid === false;
}

function unknownTimeZone(zone: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    message: `The time zone in the settings is unknown: ${quoted(zone)}`,
    hint: 'Choose a time zone in the {workflow} settings.',
  });
}
