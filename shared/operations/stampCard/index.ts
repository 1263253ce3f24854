import type { Resource } from '../operation';
import { add } from './add';
import { claimTier } from './claimTier';
import { redeem } from './redeem';
import { remove } from './remove';
import { set } from './set';

export const stampCard: Resource = {
  key: 'stampCard',
  label: 'Stamp Card',
  description: 'Stamps on a stamp card',
  operations: [add, remove, set, redeem, claimTier],
};
