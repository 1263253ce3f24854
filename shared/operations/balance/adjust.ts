import { checkAll } from '../../errors/serviceError';
import * as field from '../../fields';
import { balanceEndpoint } from '../../api/balances';
import { ENDPOINTS } from '../../api/endpoints';
import { defineOperation } from '../operation';
import {
  addToBalance,
  setBalance,
  assertBalanceReadable,
  previewSubtraction,
  subtractBalance,
} from './changes';
import { balanceSample, subtractedBalanceFields } from './output';
import { TOO_LOW_DETAILS, amount, assertPositive, ifBalanceTooLow } from './inputs';

/** Add, Subtract and Set in one operation, because Zapier recommends few actions. */
export const adjust = defineOperation({
  resource: 'balance',
  key: 'adjust',
  label: 'Adjust',
  action: 'Adjust balance',
  description:
    'Add to, subtract from or set the points or stored balance of a loyalty or gift card',
  details: TOO_LOW_DETAILS,
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a balance change', 'PATCH /pass with a new balance'],
  retry: {
    cases: { never: 'Add and Subtract', idempotent: 'Set' },
    of: ({ operation }) => ENDPOINTS[balanceEndpoint(operation)].retry,
  },
  zapierOnly: true,
  testEffect: 'changes a real balance, each time',
  zapier: {
    kind: 'create',
    key: 'adjust_balance',
    label: 'Adjust Balance',
    noun: 'Balance',
    description: 'Adjusts the points or stored balance of a loyalty or gift card.',
  },
  input: {
    pass: field.passRef({ requiresFeature: 'balance' }),
    operation: field.required(
      field.choice({
        label: 'Operation',
        description: 'What to do with the amount',
        options: [
          { value: 'add', label: 'Add' },
          {
            value: 'subtract',
            label: 'Subtract',
            description: 'Stops at zero by default',
            inHelp: true,
          },
          {
            value: 'set',
            label: 'Set',
            description: 'Makes the amount the new balance',
            inHelp: true,
          },
        ],
      }),
    ),
    amount: amount('Amount to add or subtract, greater than 0, or the new balance'),
    ifBalanceTooLow,
  },
  output: { returns: 'one', fields: subtractedBalanceFields, sample: balanceSample },
  async prepare(_context, input) {
    const { operation } = input;
    await checkAll(
      () => operation !== 'set' && assertPositive(input),
      () => operation === 'subtract' && assertBalanceReadable(input),
    );
    return input;
  },

  preview: {
    details: (context, input) =>
      input.operation === 'subtract' ? previewSubtraction(context, input) : {},
  },

  run: (context, input) => CHANGES[input.operation](context, input),
});

const CHANGES = { add: addToBalance, subtract: subtractBalance, set: setBalance };
