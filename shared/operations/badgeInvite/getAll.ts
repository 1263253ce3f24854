import * as field from '../../fields';
import { listInvites } from '../../api/badges';
import { badgeTemplateId } from '../badge/inputs';
import { defineOperation } from '../operation';
import { inviteFields, inviteOutput, inviteSample } from './output';

export const getAll = defineOperation({
  resource: 'badgeInvite',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many badge invites',
  description:
    'Get many invites of a badge, newest first. Used and expired ones stay in the list, and the service does not say which were used.',
  effect: 'read',
  scopes: ['badges.viewAll'],
  input: {
    badgeTemplateId,
    ...field.paging(),
    includeLinks: field.boolean({
      label: 'Include Invite Links',
      group: 'options',
      default: false,
      literal: true,
      description:
        'Whether to give the links back. Whoever opens a link first can add the badge, and run data keeps what a step gives back.',
    }),
  },
  output: { returns: 'many', fields: inviteFields, sample: inviteSample },

  async run({ client }, { badgeTemplateId, returnAll, limit, includeLinks }) {
    const invites = await listInvites(client, badgeTemplateId);
    return (returnAll ? invites : invites.slice(0, limit)).map((invite) =>
      inviteOutput(includeLinks ? invite : { ...invite, url: undefined, code: undefined }),
    );
  },
});
