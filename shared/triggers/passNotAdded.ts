import * as field from '../fields';
import { rowSample } from '../operations/pass/outputFields';
import { DAY_MS } from '../runtime/duration';
import { isInstalled, passStatus } from '../service/passStatus';
import type { PassRow } from '../service/schemas';
import { assertLookBackExceeds } from './passInputs';
import { ofKnownValidity } from './knownValidity';
import { lastChange } from './matchers';
import { defineScanTrigger } from './scanTrigger';

const LABEL = 'Days After Issuing';

/**
 * What is stored: whether the pass is in a wallet and, if it is not, whether that was an event.
 *
 *     NOT_ADDED                when its day has come,       REPORTED, the event
 *                              if it is valid
 *     NOT_ADDED, REPORTED      when it is added             IN_WALLET
 *     IN_WALLET                when it is removed           REPORTED, the event, or NOT_ADDED before its day
 */
const IN_WALLET = '1';
const NOT_ADDED = '0';
const REPORTED = '2';

export const passNotAdded = defineScanTrigger({
  key: 'passNotAdded',
  label: 'Pass Not Added',
  description:
    'When a valid pass is in no wallet some days after it was issued, or leaves its last wallet later',
  misses:
    'A pass that is added to a wallet before the next poll; on Zapier, the second time for one pass',
  details:
    "The service does not show whether a wallet ever held a pass, so one that is added later and removed again counts as well. 'Look Back (Days)' must be more than the number of days.",
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_not_added',
    label: 'Pass Not Added',
    noun: 'Digital Pass',
    description: 'Triggers when a valid pass is in no wallet some days after it was issued.',
    note: 'A pass that its holder removes later counts, too.',
  },
  input: {
    days: field.required(
      field.number({
        label: LABEL,
        integer: true,
        min: 1,
        max: 365,
        default: 3,
        description: 'Triggers this many days after a pass was issued',
      }),
    ),
  },
  resetsBaseline: ['days'],
  sample: {
    ...rowSample,
    deviceCount: 0,
    installed: false,
    created: '2026-03-05T10:20:00.000Z',
  },
  matcher({ client }, _templateId, { days, lookBackDays }) {
    assertLookBackExceeds(days, LABEL, lookBackDays);
    const now = client.clock.now();
    const dueAt = (row: PassRow) => row.created + days * DAY_MS;
    const showsEvent = (row: PassRow) =>
      !isInstalled(row) && dueAt(row) <= now && passStatus(row, now) === 'valid';
    return ofKnownValidity({
      fingerprint: (row, previous) => {
        // Nobody is reminded twice until the pass was in a wallet.
        if (isInstalled(row)) return IN_WALLET;
        return previous === REPORTED || showsEvent(row) ? REPORTED : NOT_ADDED;
      },
      isEvent: ({ entry: row, previous, current, since }) => {
        if (current !== REPORTED || previous === REPORTED) return false;
        const wasAdded = previous === IN_WALLET;
        return dueAt(row) >= since || (wasAdded && lastChange(row) >= since);
      },
      showsEvent,
      // Also one that has expired or is voided: a later row may not show that.
      mayBePast: (row) => !isInstalled(row) && dueAt(row) <= now,
    });
  },
});
