import * as field from '../../fields';
import { defineOperation } from '../operation';
import { passKey } from '../pass/values';
import { changeBalance } from '../../api/balances';
import { balanceFields, balanceOutput, balanceSample } from './output';
import { amount, positiveAmountCheck } from './inputs';

export const add = defineOperation({
  resource: 'balance',
  key: 'add',
  label: 'Add',
  action: 'Add to a balance',
  description: 'Add points or stored balance to a loyalty or gift card',
  effect: 'write',
  scopes: ['scanning.redeem'],
  retry: 'never',
  input: {
    pass: field.passRef({ fits: 'balance' }),
    amount: amount('Points or money to add'),
  },
  output: { returns: 'one', fields: balanceFields, sample: balanceSample },
  concurrencyKeys: ({ pass }) => passKey(pass),
  checks: [positiveAmountCheck],

  async run({ client, retry }, { pass, amount }) {
    return balanceOutput(await changeBalance(client, pass, 'add', amount, retry));
  },
});
