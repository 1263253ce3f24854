import { listInvites } from '../../api/badges';
import { hasExpired } from '../../service/badgeSchemas';
import { badgeTemplateId, invitedEmail } from '../badge/inputs';
import { omit } from '../../runtime/records';
import { contactKey, hasEmail } from '../badgeHolder/byContact';
import { defineOperation } from '../operation';
import { inviteFields, inviteOutput, inviteSample } from './output';

/** The search for a Zap that cancels or repeats an invite. */
export const find = defineOperation({
  resource: 'badgeInvite',
  key: 'find',
  label: 'Find',
  action: 'Find badge invite',
  description:
    'Find the invites of a person to a badge by email, newest first and expired ones last',
  details:
    'The service does not mark invites that were used, and does not list the phone number of an invite.',
  effect: 'read',
  endpoints: ['GET /badge/templates/{id}/invites'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_badge_invite',
    label: 'Find Badge Invite',
    noun: 'Badge Invite',
    description: "Finds a person's badge invite by badge and email.",
    intro: "The newest invite comes first, and expired ones come last. Used invites aren't marked.",
  },
  input: {
    badgeTemplateId,
    email: invitedEmail,
  },
  output: {
    returns: 'many',
    fields: {
      id: { label: 'Contact Key', type: 'string', always: true },
      ...omit(inviteFields, 'code', 'url', 'reused', 'delivery'),
      expired: { label: 'Expired', type: 'boolean', always: true },
    },
    sample: { id: 'ana@example.com', ...omit(inviteSample, 'code', 'reused'), expired: false },
  },

  async run({ client }, { badgeTemplateId, email }) {
    const now = client.clock.now();
    const invites = await listInvites(client, badgeTemplateId);
    return invites
      .filter((invite) => hasEmail(invite, email))
      .map((invite) => ({
        id: contactKey(invite),
        // Task history stores the results, and whoever opens the link first can add the badge.
        ...inviteOutput(omit(invite, 'code', 'url')),
        expired: hasExpired(invite, now),
      }))
      .sort((a, b) => Number(a.expired) - Number(b.expired));
  },
});
