import * as field from '../../fields';
import { defineOperation } from '../operation';
import { passKey } from '../pass/values';
import { changeBalance } from '../../api/balances';
import { editBalance } from './editBalance';
import { balanceFields, balanceOutput, balanceSample } from './output';
import { amount, setMethod } from './inputs';

export const set = defineOperation({
  resource: 'balance',
  key: 'set',
  label: 'Set',
  action: 'Set a balance',
  description: 'Set the points or stored balance of a loyalty or gift card to an exact amount',
  effect: 'write',
  scopes: ['scanning.redeem'],
  retry: 'idempotent',
  input: {
    pass: field.passRef({ fits: 'balance' }),
    amount: amount('New balance of the card'),
    method: setMethod,
  },
  output: { returns: 'one', fields: balanceFields, sample: balanceSample },
  concurrencyKeys: ({ pass }) => passKey(pass),

  async run({ client, retry }, { pass, amount, method }) {
    return method === 'editing'
      ? await editBalance(client, pass, amount, retry)
      : balanceOutput(await changeBalance(client, pass, 'set', amount, retry));
  },
});
