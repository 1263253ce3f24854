import * as field from '../../fields';
import { listHoldersOf } from '../../api/badges';
import { anyBadge, includeLinks } from '../badge/inputs';
import { defineOperation } from '../operation';
import { holderFields, holderOutput, holderSample, withReadableCredentials } from './output';

export const getAll = defineOperation({
  resource: 'badgeHolder',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many badge holders',
  description: 'Get many badge holders, optionally including people who are only invited',
  effect: 'read',
  endpoints: ['GET /badge/users', 'GET /badge/templates/{id}'],
  input: {
    badgeTemplateId: anyBadge,
    limit: field.limit(),
    includeInvited: field.boolean({
      label: 'Include Invited',
      section: 'filters',
      default: true,
      description:
        'include people who are only invited and have no holder ID yet. Expired invites are marked.',
    }),
    includeLinks,
  },
  output: { returns: 'many', fields: holderFields, sample: holderSample },

  async run({ client }, { badgeTemplateId, limit, includeInvited, includeLinks }) {
    const all = await withReadableCredentials(client, () => listHoldersOf(client, badgeTemplateId));
    const holders = includeInvited ? all : all.filter(({ id }) => id !== null);
    const wanted = holders.slice(0, limit);
    const now = client.clock.now();
    return wanted.map((holder) => holderOutput(holder, { now, includeLinks }));
  },
});
