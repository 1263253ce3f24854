import { eventFields, rowSample, sentDateFields } from '../operations/pass/outputFields';
import { DAY_MS } from '../runtime/clock';
import { readExpiry } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { daysInput } from './passInputs';
import { definePassTrigger, whenReaching } from './passTrigger';
import { MAX_LATE_DAYS } from './state';

export const passExpiring = definePassTrigger({
  key: 'passExpiring',
  label: 'Pass Expiring',
  description: 'When a valid pass is about to expire',
  misses: 'A pass that is voided, or gets a later date, before the next poll',
  details:
    'A new date is a new event once it is near enough; a pass issued with less time left triggers immediately. A membership that renews has its end in a field instead: use Pass Date Reached.',
  zapier: {
    key: 'pass_expiring',
    description: 'Triggers when a valid pass is about to expire.',
    eventId: ({ id, templateFields }) =>
      `${String(id)}:${(templateFields as { validUntil: string }).validUntil}`,
  },
  input: {
    days: daysInput({
      label: 'Days Before Expiration',
      max: 365,
      default: 7,
      description:
        'Triggers this many days before a pass expires, at the time of day it expires: around midnight for a date without a time',
    }),
  },
  fields: {
    ...eventFields,
    templateFields: {
      ...eventFields.templateFields,
      fields: { ...sentDateFields, validUntil: { ...sentDateFields.validUntil, always: true } },
    },
  },
  // A membership card, because a loyalty card rarely expires.
  sample: {
    ...rowSample,
    templateId: 'tpl_2b7d40',
    templateName: 'Harbor Library Card',
    templateFields: { validUntil: '2026-03-16T22:59:59.999Z' },
  },
  event({ client }, { days }) {
    const now = client.clock.now();
    const endOf = (row: PassRow) => readExpiry(row) ?? Infinity;
    const nearFrom = (row: PassRow) => endOf(row) - days * DAY_MS;
    const isNear = (row: PassRow) => row.isValid && endOf(row) > now && nearFrom(row) <= now;
    return {
      ...whenReaching((row) => [String(endOf(row)), Number(isNear(row))]),
      // This event is never too late, because the expiration is still to come.
      at: (row) => Math.max(nearFrom(row), now - MAX_LATE_DAYS * DAY_MS),
    };
  },
});
