import * as field from '../../fields';
import { listInvites } from '../../api/badges';
import { badgeTemplateId, includeLinks } from '../badge/inputs';
import { defineOperation } from '../operation';
import { inviteFields, inviteOutput, inviteSample } from './output';

export const getAll = defineOperation({
  resource: 'badgeInvite',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many badge invites',
  description:
    'Get many invites of a badge, newest first. The list includes used and expired invites.',
  details: 'The service does not mark the invites that were used.',
  effect: 'read',
  endpoints: ['GET /badge/templates/{id}/invites'],
  input: {
    badgeTemplateId,
    limit: field.limit(),
    includeLinks,
  },
  output: { returns: 'many', fields: inviteFields, sample: inviteSample },

  async run({ client }, { badgeTemplateId, limit, includeLinks }) {
    const invites = await listInvites(client, badgeTemplateId);
    return invites
      .slice(0, limit)
      .map((invite) =>
        inviteOutput(includeLinks ? invite : { ...invite, url: undefined, code: undefined }),
      );
  },
});
