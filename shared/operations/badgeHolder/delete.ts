import * as field from '../../fields';
import { removeHolder } from '../../api/badges';
import { userId } from '../badge/inputs';
import { defineOperation } from '../operation';

export const remove = defineOperation({
  resource: 'badgeHolder',
  key: 'delete',
  label: 'Remove',
  action: 'Remove badge holder',
  description:
    'Offboard a person: permanently revoke all of their badge passes from this account and cancel their invites',
  effect: 'destroy',
  serialBy: 'holder',
  endpoints: ['DELETE /badge/users/{id}'],
  zapier: {
    kind: 'create',
    key: 'remove_badge_holder',
    label: 'Remove Badge Holder',
    noun: 'Badge Holder',
    description:
      'Removes a person by permanently revoking their badge passes and canceling their invites.',
    note: "**Testing this step revokes the person's badge passes.** This can't be undone.",
  },
  input: {
    userId,
    confirm: field.confirmation({
      label: 'Revoke Every Badge Pass',
      description: "revoke every badge pass of this person permanently. This can't be undone.",
    }),
  },
  output: {
    returns: 'one',
    fields: {
      id: { label: 'Holder ID', type: 'string', always: true },
      deleted: { label: 'Deleted', type: 'boolean', always: true },
      holderKept: { label: 'Holds Badges From Other Accounts', type: 'boolean', always: true },
    },
    sample: { id: 'usr_19d3c0', deleted: true, holderKept: false },
  },

  async run({ client }, { userId }) {
    const response = await removeHolder(client, userId);
    return { id: userId, deleted: true, holderKept: response?.holderKept === true };
  },
});
