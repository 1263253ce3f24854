import * as field from '../../fields';
import { defineOperation } from '../operation';
import { addToBalance } from './changes';
import { balanceSample, changedBalanceFields } from './output';
import { amount } from './inputs';

export const add = defineOperation({
  resource: 'balance',
  key: 'add',
  label: 'Add',
  action: 'Add to balance',
  description: 'Add points or stored balance to a loyalty or gift card',
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a balance change'],
  testEffect: 'changes a real balance, each time',
  input: {
    pass: field.passRef({ requiresFeature: 'balance' }),
    amount: amount('Amount to add; must be greater than 0', { above: 0 }),
  },
  output: { returns: 'one', fields: changedBalanceFields, sample: balanceSample },
  preview: {},

  run: addToBalance,
});
