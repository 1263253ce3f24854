import type { Resource } from '../operation';
import { add } from './add';
import { adjust } from './adjust';
import { set } from './set';
import { subtract } from './subtract';

export const balance: Resource = {
  key: 'balance',
  label: 'Balance',
  description: 'Points or stored balance on a loyalty or gift card',
  operations: [add, subtract, set, adjust],
};
