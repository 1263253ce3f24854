import { rowSample } from '../operations/pass/outputFields';
import { DAY_MS } from '../runtime/clock';
import { passStatus } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { assertLookBackExceeds, daysInput } from './passInputs';
import { definePassTrigger, whenReaching } from './passTrigger';

const LABEL = 'Days Without Changes';

export const passInactive = definePassTrigger({
  key: 'passInactive',
  label: 'Pass Inactive',
  description: 'When a valid pass has not changed for a number of days',
  misses: 'A pass that changes again before the next poll',
  details:
    "Values, stamps, balance, validity and contact count as changes, also your own updates, e.g. of a nightly sync, and a scan that stamps or redeems. The service does not document which scans do: check with one card what a scan does. 'Look Back (Days)' must be more than the number of days.",
  zapier: {
    key: 'pass_inactive',
    description: 'Triggers when a valid pass has not changed for a number of days.',
    intro: 'Stamps, points and your own updates count as changes. Check what a scan does.',
    eventId: ({ id, updated }) => `${String(id)}:${String(updated)}`,
  },
  input: {
    days: daysInput({
      label: LABEL,
      max: 3650,
      default: 90,
      description:
        'Triggers this many days after the last change of a pass. Your own updates count as changes.',
    }),
  },
  sample: { ...rowSample, updated: '2026-03-12T10:20:00.000Z' },
  event({ client }, { days, lookBackDays }) {
    assertLookBackExceeds(days, LABEL, lookBackDays);
    const now = client.clock.now();
    const dueAt = ({ updated }: PassRow) => updated + days * DAY_MS;
    const isInactive = (row: PassRow) => dueAt(row) <= now && passStatus(row, now) === 'valid';
    return {
      ...whenReaching((row) => [String(row.updated), Number(isInactive(row))]),
      at: dueAt,
    };
  },
});
