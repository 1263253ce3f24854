import * as field from '../../fields';
import { listInvites } from '../../api/badges';
import { type Invite, hasExpired } from '../../service/badgeSchemas';
import { badgeTemplateId } from '../badge/inputs';
import { contactKey } from '../badgeHolder/byContact';
import { defineOperation } from '../operation';
import { inviteFields, inviteOutput, inviteSample } from './output';

const { code: _code, url: _url, reused: _reused, delivery: _delivery, ...found } = inviteFields;
const { code: _sampleCode, reused: _sampleReused, ...foundSample } = inviteSample;

/** The search for a Zap that cancels or repeats an invite. */
export const find = defineOperation({
  resource: 'badgeInvite',
  key: 'find',
  label: 'Find',
  action: 'Find a badge invite',
  description:
    'Find the invites of a person to a badge by email, newest first and expired ones last. The service does not mark invites that were used, and does not list the phone number of an invite.',
  effect: 'read',
  endpoints: ['GET /badge/templates/{id}/invites'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_badge_invite',
    label: 'Find Badge Invite',
    noun: 'Badge Invite',
    description: "Finds a person's badge invite by badge and email.",
  },
  input: {
    badgeTemplateId,
    email: field.required(
      field.email({ label: 'Email', description: 'Email address the invite was created for' }),
    ),
  },
  output: {
    returns: 'many',
    fields: {
      id: { label: 'Contact Key', type: 'string', always: true },
      ...found,
      expired: { label: 'Expired', type: 'boolean', always: true },
    },
    sample: { id: 'ana@example.com', ...foundSample, expired: false },
  },

  async run({ client }, { badgeTemplateId, email }) {
    const all = await listInvites(client, badgeTemplateId);
    const invites = all.filter((one) => one.email?.toLowerCase() === email.toLowerCase());
    const isExpired = (invite: Invite) => hasExpired(invite, client.clock.now());
    return [
      ...invites.filter((invite) => !isExpired(invite)),
      ...invites.filter((invite) => isExpired(invite)),
    ].map((invite) => ({
      id: contactKey(invite),
      // Task history stores the results, and whoever opens the link first can add the badge.
      ...inviteOutput({ ...invite, code: undefined, url: undefined }),
      expired: isExpired(invite),
    }));
  },
});
