import * as field from '../../fields';
import { cancelInvite } from '../../api/badges';
import { badgeTemplateId } from '../badge/inputs';
import { defineOperation } from '../operation';
import { DELETED } from '../../fields/output';

export const cancel = defineOperation({
  resource: 'badgeInvite',
  key: 'delete',
  label: 'Cancel',
  action: 'Cancel a badge invite',
  description:
    'Take an invite back: its link stops working, a badge that was added stays. Goes by email only; an invite that was made with a phone number alone cannot be cancelled.',
  effect: 'write',
  scopes: ['badges.issue'],
  retry: 'idempotent',
  flat: {
    kind: 'create',
    key: 'cancel_badge_invite',
    label: 'Cancel Badge Invite',
    noun: 'Badge Invite',
    description: 'Cancels a badge invite, so that its link stops working.',
  },
  input: {
    badgeTemplateId,
    email: field.required(
      field.email({ label: 'Email', description: 'Address the invite was made for' }),
    ),
  },
  output: DELETED,
  concurrencyKeys: ({ badgeTemplateId, email }) =>
    `invite:${badgeTemplateId}/${email.toLowerCase()}`,

  async run({ client, retry }, { badgeTemplateId, email }) {
    await cancelInvite(client, badgeTemplateId, email, retry);
    return { deleted: true };
  },
});
