import type { Resource } from '../operation';
import { add } from './add';
import { adjust } from './adjust';
import { set } from './set';
import { subtract } from './subtract';

export const balance: Resource = {
  key: 'balance',
  label: 'Balance',
  operations: [add, subtract, set, adjust],
};
