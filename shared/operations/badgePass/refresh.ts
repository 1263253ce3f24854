import { defineOperation } from '../operation';
import { lifecycle, lifecycleOutput, passInput, waitInputs } from './lifecycle';

const { userId } = waitInputs;

export const refresh = defineOperation({
  resource: 'badgePass',
  key: 'refresh',
  label: 'Refresh',
  action: 'Refresh a badge pass',
  description: 'Push the current design of a badge to the wallet that holds it',
  effect: 'write',
  scopes: ['badges.edit'],
  retry: 'idempotent',
  input: {
    userId: {
      ...userId,
      description: 'The person who holds the badge; helps to pick the badge pass',
    },
    ...passInput,
  },
  output: lifecycleOutput,
  concurrencyKeys: ({ passId }) => `badgePass:${passId}`,

  run: (context, input) => lifecycle(context, 'refresh', input),
});
