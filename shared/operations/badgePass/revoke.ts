import * as field from '../../fields';
import { defineOperation } from '../operation';
import { waitCheck, lifecycle, lifecycleOutput, passInput, waitInputs } from './lifecycle';

export const revoke = defineOperation({
  resource: 'badgePass',
  key: 'revoke',
  label: 'Revoke',
  action: 'Revoke a badge pass',
  description:
    'End one badge for good and take it out of the wallet. The person needs a new invite to get another. To off-board a person use Remove of Badge Holder.',
  effect: 'destroy',
  scopes: ['badges.revoke'],
  retry: 'idempotent',
  flat: {
    kind: 'create',
    key: 'revoke_badge',
    label: 'Revoke Badge',
    noun: 'Badge Pass',
    description: 'Revokes one badge for good; the person needs a new invite to get another.',
  },
  input: {
    ...waitInputs,
    ...passInput,
    confirm: field.confirmation({
      label: 'Revoke for Good',
      description: 'a revoked badge cannot be restored',
    }),
  },
  output: lifecycleOutput,
  concurrencyKeys: ({ passId }) => `badgePass:${passId}`,

  checks: [waitCheck],

  run: (context, input) => lifecycle(context, 'revoke', input),
});
