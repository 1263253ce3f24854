import * as field from '../fields';
import { rowSample } from '../operations/pass/outputFields';
import { DAY_MS } from '../runtime/duration';
import { passStatus } from '../service/passStatus';
import { assertLookBackExceeds } from './passInputs';
import { ofKnownValidity } from './knownValidity';
import { isReachedSince, whenReaching } from './reached';
import { defineScanTrigger } from './scanTrigger';

const LABEL = 'Days Without Changes';

export const passInactive = defineScanTrigger({
  key: 'passInactive',
  label: 'Pass Inactive',
  description: 'When a valid pass has not changed for a number of days',
  misses: 'A pass that changes again before the next poll',
  details:
    "Values, stamps, balance, validity and contact count as changes, also your own updates, e.g. of a nightly sync, and a scan that stamps or redeems. A scan that only reads does not. The service does not document it: check one card. After a change, the days count from there again. 'Look Back (Days)' must be more than the number of days.",
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_inactive',
    label: 'Pass Inactive',
    noun: 'Digital Pass',
    description: 'Triggers when a valid pass has not changed for a number of days.',
    note: 'Stamps, points and your own updates count as changes; check one card.',
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
        description:
          'Triggers this many days after the last change of a pass. Your own updates count as changes.',
      }),
    ),
  },
  resetsBaseline: ['days'],
  sample: { ...rowSample, updated: '2026-03-12T10:20:00.000Z' },
  matcher({ client }, _templateId, { days, lookBackDays }) {
    assertLookBackExceeds(days, LABEL, lookBackDays);
    const now = client.clock.now();
    const period = days * DAY_MS;
    return ofKnownValidity(
      whenReaching((row) => {
        const { updated } = row;
        if (typeof updated !== 'number') return undefined;
        const at = updated + period;
        const isInactive = at <= now && passStatus(row, now) === 'valid';
        return { value: String(updated), step: isInactive ? 1 : 0, at };
      }, isReachedSince),
    );
  },
});
