import * as field from '../../fields';
import { defineOperation } from '../operation';
import { passKey } from '../pass/values';
import { changeBalance } from '../../api/balances';
import { editBalance } from './editBalance';
import { balanceFields, balanceOutput, balanceSample } from './output';
import { amount, positiveAmountCheck, setMethod } from './inputs';

/** Add, Subtract and Set in one operation, because Zapier recommends few actions. */
export const adjust = defineOperation({
  resource: 'balance',
  key: 'adjust',
  label: 'Adjust',
  action: 'Adjust a balance',
  description:
    'Add to, subtract from or set the points or stored balance of a loyalty or gift card',
  effect: 'write',
  scopes: ['scanning.redeem'],
  retry: {
    cases: { never: 'Add and Subtract', idempotent: 'Set' },
    of: ({ operation }) => (operation === 'set' ? 'idempotent' : 'never'),
  },
  flatOnly: true,
  flat: {
    kind: 'create',
    key: 'adjust_balance',
    label: 'Adjust Balance',
    noun: 'Balance',
    description: 'Adjusts the points or stored balance of a loyalty or gift card.',
  },
  input: {
    pass: field.passRef({ fits: 'balance' }),
    operation: field.required(
      field.choice({
        label: 'Operation',
        description: 'What to do with the amount',
        options: [
          { value: 'add', label: 'Add' },
          {
            value: 'subtract',
            label: 'Subtract',
            description: 'Stops at zero if the amount exceeds the balance',
          },
          { value: 'set', label: 'Set', description: 'Makes the amount the new balance' },
        ],
      }),
    ),
    amount: amount('Points or money to add or subtract, or the new balance'),
    method: setMethod,
  },
  output: { returns: 'one', fields: balanceFields, sample: balanceSample },
  concurrencyKeys: ({ pass }) => passKey(pass),
  checks: [positiveAmountCheck],

  async run({ client, retry }, { pass, operation, amount, method }) {
    return operation === 'set' && method === 'editing'
      ? await editBalance(client, pass, amount, retry)
      : balanceOutput(await changeBalance(client, pass, operation, amount, retry));
  },
});
