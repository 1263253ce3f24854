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
    'Take points or stored balance off a loyalty or gift card. The service stops at zero without a word: taking 50 from 20 leaves 0.',
  effect: 'write',
  scopes: ['scanning.redeem'],
  retry: 'never',
  input: {
    pass: field.passRef({ fits: 'balance' }),
    amount: amount('How much to take off; the balance stops at zero'),
  },
  output: { returns: 'one', fields: balanceFields, sample: { ...balanceSample, pointsBalance: 0 } },
  concurrencyKeys: ({ pass }) => passKey(pass),
  checks: [positiveAmountCheck],

  async run({ client, retry }, { pass, amount }) {
    return balanceOutput(await changeBalance(client, pass, 'subtract', amount, retry));
  },
});
