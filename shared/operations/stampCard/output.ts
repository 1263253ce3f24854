import { compact } from '../../runtime/records';
import type { Output, OutputFields } from '../../fields/output';
import { isoFromEpoch } from '../../service/dates';
import type { PassUpdated } from '../../service/schemas';

/** Includes the size of the card, because the service silently ignores surplus stamps. */
export function stampOutput(response: PassUpdated): Output {
  const card = response.stampCollection ?? {};
  const { lastUpdated } = card;
  return compact({
    id: response.id,
    externalId: response.externalId ?? undefined,
    ...card,
    lastUpdatedIso: typeof lastUpdated === 'number' ? isoFromEpoch(lastUpdated) : undefined,
  });
}

export const stampFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  collectedStamps: { label: 'Collected Stamps', type: 'integer', always: true },
  totalStamps: { label: 'Card Size', type: 'integer', always: true },
  isComplete: { label: 'Is Complete', type: 'boolean', always: true },
  totalCollected: { label: 'Total Stamps Collected', type: 'integer', always: true },
  claimedTiers: { label: 'Claimed Tiers', type: 'list' },
  lastUpdated: { label: 'Last Updated (Epoch Milliseconds)', type: 'integer' },
  lastUpdatedIso: { label: 'Last Updated', type: 'datetime' },
} satisfies OutputFields;

export const stampSample = {
  id: 'ps_4f1d2a',
  externalId: 'M-0042',
  collectedStamps: 7,
  totalStamps: 10,
  isComplete: false,
  totalCollected: 27,
};
