import * as field from '../../fields';
import { defineOperation } from '../operation';
import { WAIT_DETAILS, passInput, waitInputs, waitable } from './lifecycle';

export const revoke = defineOperation({
  resource: 'badgePass',
  key: 'revoke',
  label: 'Revoke',
  action: 'Revoke badge pass',
  description:
    'Permanently revoke one badge pass and remove it from the wallet. To offboard a person, remove the badge holder.',
  details: `The person needs a new invite to get another badge pass, which has a new card number: update your door system. ${WAIT_DETAILS}`,
  effect: 'destroy',
  testEffect: 'revokes the badge pass',
  zapier: {
    kind: 'create',
    key: 'revoke_badge',
    label: 'Revoke Badge Pass',
    noun: 'Badge Pass',
    description: 'Revokes one badge pass permanently and removes it from the wallet.',
    intro: "This can't be undone. To offboard a person, use Remove Badge Holder.",
  },
  input: {
    ...waitInputs,
    ...passInput,
    confirm: field.confirmation({
      label: 'Revoke Permanently',
      description: "revoke this badge pass permanently. This can't be undone.",
    }),
  },
  ...waitable('revoke'),
});
