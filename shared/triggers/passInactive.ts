import * as field from '../fields';
import { rowSample } from '../operations/pass/output';
import { DAY_MS } from '../runtime/duration';
import { passStatus } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { assertLookBackExceeds } from './passInputs';
import { defineScanTrigger, whenReaching } from './scanTrigger';

const LABEL = 'Days Without Changes';

export const passInactive = defineScanTrigger({
  key: 'passInactive',
  label: 'Pass Inactive',
  description: 'When a valid pass has not changed for a number of days',
  misses: 'A pass that changes again before the next poll',
  details:
    "Values, stamps, balance, validity and contact count as changes; after a change, the days count from there again. 'Look Back (Days)' must be more than the number of days.",
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_inactive',
    label: 'Pass Inactive',
    noun: 'Pass',
    description: 'Triggers when a valid pass has not changed for a number of days.',
    eventId: ({ id, updated }) => `${String(id)}:${String(updated)}`,
  },
  input: {
    days: field.required(
      field.number({
        label: LABEL,
        integer: true,
        min: 1,
        max: 3650,
        default: 90,
        description: 'Triggers this many days after the last change of a pass',
      }),
    ),
  },
  resetsBaseline: ['days'],
  sample: { ...rowSample, updated: '2026-03-12T10:20:00.000Z' },
  matcher({ client }, _templateId, { days, lookBackDays }) {
    assertLookBackExceeds(days, LABEL, lookBackDays);
    const now = client.clock.now();
    const period = days * DAY_MS;
    /** The last change, epoch ms, if that is long enough ago. */
    const lastChange = (row: PassRow): number | undefined => {
      const at = row.updated ?? row.created;
      return at <= now - period && passStatus(row, now) === 'valid' ? at : undefined;
    };
    return {
      ...whenReaching(lastChange),
      isMatch: (row, since = 0) => {
        const at = lastChange(row);
        return at !== undefined && at + period >= since;
      },
    };
  },
});
