import * as field from '../fields';
import type { PassRow } from '../service/schemas';
import { expiryOf } from '../operations/pass/output';
import { hash } from './hash';
import { defineScanTrigger } from './scanTrigger';

const DAY = 86_400_000;

export const passExpiring = defineScanTrigger({
  key: 'passExpiring',
  label: 'Pass Expiring',
  description:
    'When a valid pass comes within some days of its Valid Until date. A new date is a new event, once it is that near. A pass that is issued nearer to its end than that counts at once. Polling once an hour is enough; a poll costs one request per page of passes it looks through.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_expiring',
    label: 'Pass Expiring',
    noun: 'Pass',
    description:
      'Triggers when a valid pass comes within some days of its Valid Until date. A new date is a new event.',
    eventId: ({ id, templateFields }) =>
      `${String(id)}:${String((templateFields as { validUntil?: string } | undefined)?.validUntil ?? '')}`,
  },
  input: {
    days: field.number({
      label: 'Days Before',
      integer: true,
      min: 1,
      max: 365,
      default: 7,
      description: 'How many days before a pass expires the event happens',
    }),
  },
  baseline: ['days'],
  judge({ client }, _templateId, { days }) {
    const now = client.ports.now();
    const near = (row: PassRow): number | undefined => {
      const at = expiryOf(row);
      const isNear = at !== undefined && at > now && at <= now + days * DAY;
      return isNear && row.isValid !== false ? at : undefined;
    };
    return {
      // Four digits tell two dates of the same pass apart.
      mark: (row) => {
        const at = near(row);
        return at === undefined ? '' : hash(String(at), 4);
      },
      happened: (change) => change.now !== '',
      shows: (row) => near(row) !== undefined,
    };
  },
});
