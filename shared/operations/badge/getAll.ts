import * as field from '../../fields';
import { defineOperation } from '../operation';
import { listBadges } from '../../api/badges';
import { badgeFields, badgeOutput, badgeSample } from './get';

export const getAll = defineOperation({
  resource: 'badge',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many badges',
  description: 'Get many access badges of the account',
  effect: 'read',
  endpoints: ['GET /badge/templates'],
  input: {
    limit: field.limit(),
    activeOnly: field.boolean({
      label: 'Published Only',
      section: 'filters',
      default: false,
      description: 'return only published badges',
    }),
  },
  output: { returns: 'many', fields: badgeFields, sample: badgeSample },

  async run({ client }, { limit, activeOnly }) {
    const badges = (await listBadges(client)).filter(({ active }) => !activeOnly || active);
    return badges.slice(0, limit).map(badgeOutput);
  },
});
