import * as field from '../../fields';
import { defineOperation } from '../operation';
import { balanceFields, balanceSample } from './output';
import { amount } from './inputs';
import { setBalance } from './changes';

export const set = defineOperation({
  resource: 'balance',
  key: 'set',
  label: 'Set',
  action: 'Set balance',
  description: 'Set the points or stored balance of a loyalty or gift card to an exact amount',
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a new balance'],
  testEffect: 'changes a real balance, each time',
  input: {
    pass: field.passRef({ requiresFeature: 'balance' }),
    amount: amount('New balance of the card'),
  },
  output: { returns: 'one', fields: balanceFields, sample: balanceSample },
  preview: {},

  run: setBalance,
});
