import * as field from '../../fields';
import { defineOperation } from '../operation';
import { passKey } from '../pass/values';
import { changeBalance } from '../../api/balances';
import { balanceFields, balanceOutput, balanceSample } from './output';
import { amount, positiveAmountCheck } from './inputs';

export const subtract = defineOperation({
  resource: 'balance',
  key: 'subtract',
  label: 'Subtract',
  action: 'Subtract from a balance',
  description:
    'Subtract points or stored balance from a loyalty or gift card. The balance never goes below zero, even if the amount exceeds it: 20 minus 50 leaves 0.',
  effect: 'write',
  scopes: ['scanning.redeem'],
  retry: 'never',
  input: {
    pass: field.passRef({ fits: 'balance' }),
    amount: amount('Points or money to subtract; the balance stops at zero'),
  },
  output: { returns: 'one', fields: balanceFields, sample: { ...balanceSample, pointsBalance: 0 } },
  concurrencyKeys: ({ pass }) => passKey(pass),
  checks: [positiveAmountCheck],

  async run({ client, retry }, { pass, amount }) {
    return balanceOutput(await changeBalance(client, pass, 'subtract', amount, retry));
  },
});
