import { type Output, type OutputFields, toOutput } from '../../fields/output';
import type { PassStamped } from '../../service/schemas';

/** Includes the size of the card, because the service silently ignores surplus stamps. */
export function stampOutput(response: PassStamped): Output {
  const { id, externalId, stampCollection } = response;
  return toOutput({ id, externalId, ...stampCollection }, stampFields);
}

export const stampFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  collectedStamps: { label: 'Collected Stamps', type: 'integer', always: true },
  totalStamps: { label: 'Stamp Card Size', type: 'integer', always: true },
  isComplete: { label: 'Is Complete', type: 'boolean', always: true },
  totalCollected: { label: 'Total Stamps Collected', type: 'integer', always: true },
  claimedTiers: { label: 'Tiers With Reward Given', type: 'list' },
  lastUpdated: { label: 'Last Updated', type: 'datetime' },
} satisfies OutputFields;

export const stampSample = {
  id: 'ps_4f1d2a',
  externalId: 'M-0042',
  collectedStamps: 7,
  totalStamps: 10,
  isComplete: false,
  totalCollected: 27,
};
