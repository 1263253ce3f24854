import * as field from '../../fields';
import { defineOperation } from '../operation';
import { assertCanWait, lifecycle, lifecycleOutput, passInput, waitInputs } from './lifecycle';

export const revoke = defineOperation({
  resource: 'badgePass',
  key: 'revoke',
  label: 'Revoke',
  action: 'Revoke badge pass',
  description:
    'Permanently revoke one badge and remove it from the wallet. The person needs a new invite to get another. To offboard a person, remove the badge holder instead.',
  effect: 'destroy',
  serialBy: 'badgePass',
  endpoints: ['POST /badge/passes/{passId}/lifecycle'],
  zapier: {
    kind: 'create',
    key: 'revoke_badge',
    label: 'Revoke Badge',
    noun: 'Badge Pass',
    description: 'Revokes one badge permanently; the person needs a new invite to get another.',
  },
  input: {
    ...waitInputs,
    ...passInput,
    confirm: field.confirmation({
      label: 'Revoke Permanently',
      description: 'a revoked badge cannot be restored',
    }),
  },
  output: lifecycleOutput,

  prepare(_context, input) {
    assertCanWait(input);
    return input;
  },

  run: (context, input) => lifecycle(context, 'revoke', input),
});
