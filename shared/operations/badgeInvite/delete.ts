import { cancelInvite } from '../../api/badges';
import { storedEmail } from '../../service/contacts';
import { badgeTemplateId, invitedEmail } from '../badge/inputs';
import { defineOperation } from '../operation';
import { DELETED } from '../../fields/output';

export const cancel = defineOperation({
  resource: 'badgeInvite',
  key: 'delete',
  label: 'Cancel',
  action: 'Cancel badge invite',
  description:
    "Cancel an invite so its link stops working. Invites with only a phone number can't be canceled; they end when they expire.",
  details: 'A badge pass that was already added stays in the wallet.',
  effect: 'write',
  serialBy: 'invite',
  endpoints: ['DELETE /badge/templates/{id}/invites'],
  testEffect: 'cancels a real invite',
  zapier: {
    kind: 'create',
    key: 'cancel_badge_invite',
    label: 'Cancel Badge Invite',
    noun: 'Badge Invite',
    description: 'Cancels a badge invite so that its link stops working.',
    intro: "Invites with only a phone number can't be canceled. A badge pass that was added stays.",
  },
  input: {
    badgeTemplateId,
    email: invitedEmail,
  },
  output: DELETED,

  async run({ client }, { badgeTemplateId, email }) {
    // The service may compare emails exactly.
    await cancelInvite(client, badgeTemplateId, storedEmail(email));
    return { deleted: true };
  },
});
