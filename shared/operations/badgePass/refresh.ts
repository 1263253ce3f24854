import { defineOperation } from '../operation';
import { lifecycle, lifecycleOutput, passInput, waitInputs } from './lifecycle';

const { userId } = waitInputs;

export const refresh = defineOperation({
  resource: 'badgePass',
  key: 'refresh',
  label: 'Update Design',
  action: 'Update design of badge pass',
  description: 'Push the current design of a badge to the wallet that holds the badge pass',
  effect: 'write',
  serialBy: 'badgePass',
  endpoints: ['POST /badge/passes/{passId}/lifecycle with refresh'],
  testEffect: 'updates a real badge pass',
  zapier: {
    kind: 'create',
    key: 'refresh_badge',
    label: 'Update Design of Badge Pass',
    noun: 'Badge Pass',
    description: 'Updates a badge pass so that the wallet shows its current design.',
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
