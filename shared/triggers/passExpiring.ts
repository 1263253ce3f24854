import * as field from '../fields';
import { eventFields, rowSample } from '../operations/pass/outputFields';
import { DAY_MS } from '../runtime/duration';
import { readExpiry } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { ofKnownValidity } from './knownValidity';
import { isReachedSince, whenReaching } from './reached';
import { defineScanTrigger } from './scanTrigger';

const { templateFields } = eventFields;
/** Unlike other passes, an expiring one always has a date. */
const fields = {
  ...eventFields,
  templateFields: {
    ...templateFields,
    always: true,
    fields: {
      ...templateFields.fields,
      validUntil: { ...templateFields.fields.validUntil, always: true },
    },
  },
};

export const passExpiring = defineScanTrigger({
  key: 'passExpiring',
  label: 'Pass Expiring',
  description: 'When a valid pass is about to expire',
  misses:
    'A pass that is voided, or gets a later date, before the next poll, and on n8n a date that has come before',
  details:
    'A new date is a new event once it is near enough; a pass issued with less time left triggers immediately. Polling once an hour is enough. A membership that renews has its end in a field instead: use Pass Date Reached.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_expiring',
    label: 'Pass Expiring',
    noun: 'Digital Pass',
    description: 'Triggers when a valid pass is about to expire.',
    eventId: ({ id, templateFields }) =>
      `${String(id)}:${String((templateFields as { validUntil?: string } | undefined)?.validUntil ?? '')}`,
  },
  input: {
    days: field.required(
      field.number({
        label: 'Days Before Expiration',
        integer: true,
        min: 1,
        max: 365,
        default: 7,
        description:
          'Triggers this many days before a pass expires, at the time of day it expires: around midnight for a date without a time',
      }),
    ),
  },
  resetsBaseline: ['days'],
  fields,
  // A membership card: a loyalty card rarely expires.
  sample: {
    ...rowSample,
    templateId: 'tpl_2b7d40',
    templateName: 'Harbor Library Card',
    templateFields: { validUntil: '2026-03-16T22:59:59.999Z' },
  },
  matcher({ client }, _templateId, { days }) {
    const now = client.clock.now();
    const nearness = (row: PassRow) => {
      const end = readExpiry(row);
      if (end === undefined) return undefined;
      const nearFrom = end - days * DAY_MS;
      const isNear = end > now && nearFrom <= now && row.isValid;
      return { value: String(end), step: isNear ? 1 : 0, at: nearFrom };
    };
    return {
      ...ofKnownValidity(whenReaching(nearness, isReachedSince)),
      // Also one that was near long ago: a later change does not make it near.
      mayBePast: (row) => nearness(row)?.step === 1,
    };
  },
});
