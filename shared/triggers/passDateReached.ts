import { isValidity, withValidity } from '../design/fields';
import { rowDate } from '../design/rowValues';
import { ServiceError } from '../errors/serviceError';
import * as field from '../fields';
import { rowSample } from '../operations/pass/outputFields';
import { DAY_MS } from '../runtime/clock';
import { epochDayToIso, isTimeZone, latestAnniversary, toEpochDay, yearOf } from '../service/dates';
import type { PassRow } from '../service/schemas';
import { quoted } from '../service/text';
import { fieldsWith } from './passEvents';
import { definePassTrigger, whenReaching } from './passTrigger';
import { MAX_LATE_DAYS } from './state';
import { checkUsableValues, getWatchedField } from './watchedField';

const FIELD = { key: 'field', label: 'Date Field' };

/** A membership card, because a loyalty card rarely has a date. */
const SAMPLE = {
  ...rowSample,
  templateId: 'tpl_2b7d40',
  templateName: 'Harbor Library Card',
  templateFields: { validUntil: '2026-03-20T22:59:59.999Z' },
  date: '2026-03-20',
};

/** Needs one more request per poll than other scans, to read the fields of the template's design. */
export const passDateReached = definePassTrigger({
  key: 'passDateReached',
  label: 'Pass Date Reached',
  description: 'When a date of a pass is reached, e.g. a birthday, or some days before or after it',
  misses:
    'A date that a poll first sees more than two days late, and a pass that is voided when its day comes',
  moreRequests: 'one',
  details:
    "Each date is one event, at the first poll of its day in the time zone of the workflow or Zap, or at most two days later; a new date is a new event. Expired passes count, voided ones don't. A date is like `2026-12-31` or `31.12.2026`, with or without a time; any other value, e.g. `03/04/2026`, is not a date, and a test on n8n shows how many passes have one. If passes have other values and none is a date, a test and the start fail.",
  zapier: {
    key: 'pass_date_reached',
    description:
      'Triggers when a date of a pass is reached, or a number of days before or after it.',
    intro: 'Expired passes count, too.',
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
  fields: fieldsWith({ date: { label: 'Date', type: 'string', always: true } }),
  sample: SAMPLE,
  async example(context, { templateId, field: name }) {
    const dateField = await getWatchedField(context, templateId, name, FIELD, withValidity);
    const { id, valueGroup } = dateField;
    const value = isValidity(id) ? SAMPLE.templateFields.validUntil : SAMPLE.date;
    return { ...SAMPLE, templateFields: {}, [valueGroup]: { [id]: value } };
  },
  async event(context, { field: name, days, yearly }, templateId) {
    const { client, timezone } = context;
    if (!isTimeZone(timezone)) {
      throw new ServiceError({
        kind: 'invalidInput',
        message: `The time zone in the settings is unknown: ${quoted(timezone)}`,
        fix: 'Choose a time zone in the {workflow} settings.',
      });
    }
    const dateField = await getWatchedField(context, templateId, name, FIELD, withValidity);
    const now = client.clock.now();
    const today = toEpochDay(now, timezone);
    const until = today - days;
    /** The date of a pass, and the last time that it, or an anniversary of it, came. */
    const dateOf = (row: PassRow) => {
      const { key = '', day } = rowDate(row, dateField, timezone) ?? {};
      const latest = day !== undefined && yearly ? latestAnniversary(day, until) : day;
      const reached = latest !== undefined && latest <= until ? latest : undefined;
      return { key, reached, lateDays: until - (reached ?? -Infinity) };
    };
    return {
      ...whenReaching((row) => {
        const { key, reached } = dateOf(row);
        return [key, reached === undefined ? 0 : yearly ? yearOf(reached) : 1];
      }),
      at(row, _before, isTest) {
        const { lateDays } = dateOf(row);
        const age = today - toEpochDay(row.created, timezone);
        const isInTime = isTest || lateDays <= Math.min(MAX_LATE_DAYS, age);
        return row.isValid && isInTime ? now - lateDays * DAY_MS : undefined;
      },
      details: (row) => ({ date: epochDayToIso(dateOf(row).reached ?? today) }),
      check: (rows) =>
        checkUsableValues(dateField, rows, FIELD, {
          noun: 'date',
          like: 'dates like 2026-12-31 or 31.12.2026',
          advice: '03/04/2026, for example, is ambiguous.',
          isUsable: (row) => rowDate(row, dateField, timezone) !== undefined,
        }),
    };
  },
});
