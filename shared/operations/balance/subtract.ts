import * as field from '../../fields';
import { defineOperation } from '../operation';
import { balanceSample, subtractedBalanceFields } from './output';
import { TOO_LOW_DETAILS, amount, ifBalanceTooLow } from './inputs';
import { assertBalanceReadable, previewSubtraction, subtractBalance } from './changes';

export const subtract = defineOperation({
  resource: 'balance',
  key: 'subtract',
  label: 'Subtract',
  action: 'Subtract from balance',
  description:
    'Subtract points or stored balance from a loyalty or gift card. By default, the balance stops at zero.',
  details: TOO_LOW_DETAILS,
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a balance change'],
  testEffect: 'changes a real balance, each time',
  input: {
    pass: field.passRef({ template: 'always', requiresFeature: 'balance' }),
    amount: amount('Amount to subtract; must be greater than 0', { above: 0 }),
    ifBalanceTooLow,
  },
  output: {
    returns: 'one',
    fields: subtractedBalanceFields,
    sample: { ...balanceSample, pointsBalance: 0, stoppedAtZero: true },
  },
  preview: { details: previewSubtraction },

  prepare(_context, input) {
    assertBalanceReadable(input);
    return input;
  },

  run: subtractBalance,
});
