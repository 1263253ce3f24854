import * as field from '../../fields';
import { listHolders } from '../../api/badges';
import { anyBadge } from '../badge/inputs';
import { defineOperation } from '../operation';
import { holderFields, holderOutput, holderSample, withReadableCredentials } from './output';

export const getAll = defineOperation({
  resource: 'badgeHolder',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many badge holders',
  description: 'Get many holders of access badges, and people who are invited',
  effect: 'read',
  scopes: ['badges.viewAll'],
  input: {
    badgeTemplateId: anyBadge,
    ...field.paging(),
    includeInvited: field.boolean({
      label: 'Include Invited',
      group: 'filters',
      default: true,
      description:
        'Whether to give back people who are only invited too; they have no holder ID yet',
    }),
    includeLinks: field.boolean({
      label: 'Include Invite Links',
      group: 'options',
      default: false,
      literal: true,
      description:
        'Whether to give invite links back. Whoever opens a link first can add the badge, and run data keeps what a step gives back.',
    }),
  },
  output: { returns: 'many', fields: holderFields, sample: holderSample },

  async run({ client }, { badgeTemplateId, returnAll, limit, includeInvited, includeLinks }) {
    const all = await withReadableCredentials(client, () => listHolders(client, badgeTemplateId));
    const holders = includeInvited ? all : all.filter(({ id }) => id !== null);
    const wanted = returnAll ? holders : holders.slice(0, limit);
    return wanted.map((holder) => holderOutput(holder, includeLinks));
  },
});
