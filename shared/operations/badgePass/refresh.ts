import { defineOperation } from '../operation';
import { lifecycle, lifecycleOutput, passInput, waitInputs } from './lifecycle';

const { userId } = waitInputs;

export const refresh = defineOperation({
  resource: 'badgePass',
  key: 'refresh',
  label: 'Refresh',
  action: 'Refresh badge pass',
  description: 'Push the current design of a badge to the wallet that holds the badge pass',
  effect: 'write',
  serialBy: 'badgePass',
  endpoints: ['POST /badge/passes/{passId}/lifecycle with refresh'],
  zapier: {
    kind: 'create',
    key: 'refresh_badge',
    label: 'Refresh Badge Pass',
    noun: 'Badge Pass',
    description: 'Refreshes a badge pass so that the wallet shows its current design.',
  },
  input: {
    userId: {
      ...userId,
      description: 'Person who holds the badge pass. Required to list badge passes.',
    },
    ...passInput,
  },
  output: lifecycleOutput,

  run: (context, input) => lifecycle(context, 'refresh', input),
});
