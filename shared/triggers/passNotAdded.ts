import { rowSample } from '../operations/pass/outputFields';
import { DAY_MS } from '../runtime/clock';
import { isInstalled, passStatus } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { assertLookBackExceeds, daysInput } from './passInputs';
import { type Milestone, definePassTrigger, whenReaching } from './passTrigger';

const LABEL = 'Days After Issuing';

export const passNotAdded = definePassTrigger({
  key: 'passNotAdded',
  label: 'Pass Not Added to Wallet',
  description:
    'When a valid pass is in no wallet some days after it was issued, or leaves its last wallet later',
  misses:
    'A pass that is added to a wallet before the next poll; on Zapier, the second time for one pass',
  details:
    "The service does not show whether a wallet ever held a pass, so one that is added later and removed again counts as well. 'Look Back (Days)' must be more than the number of days.",
  zapier: {
    key: 'pass_not_added',
    description: 'Triggers when a valid pass is in no wallet some days after it was issued.',
    intro: 'A pass that its holder removes later counts, too.',
  },
  input: {
    days: daysInput({
      label: LABEL,
      max: 365,
      default: 3,
      description: 'Triggers this many days after a pass was issued',
    }),
  },
  sample: {
    ...rowSample,
    deviceCount: 0,
    installed: false,
    created: '2026-03-05T10:20:00.000Z',
  },
  event({ client }, { days, lookBackDays }) {
    assertLookBackExceeds(days, LABEL, lookBackDays);
    const now = client.clock.now();
    const dueAt = ({ created }: PassRow) => created + days * DAY_MS;
    const isMissed = (row: PassRow) =>
      !isInstalled(row) && dueAt(row) <= now && passStatus(row, now) === 'valid';
    return {
      // Until a pass is added, it triggers only once, even if it is voided and reactivated.
      ...whenReaching((row) => [isInstalled(row), Number(isMissed(row))]),
      at: (row, before: Milestone | undefined) =>
        Math.max(dueAt(row), before?.[0] ? row.updated : 0),
    };
  },
});
