import { listBadgePasses } from '../../api/badges';
import { anyBadge, userId } from '../badge/inputs';
import { defineOperation } from '../operation';
import {
  badgePassFields,
  badgePassOutput,
  badgePassSample,
  withReadableCredentials,
} from './output';

export const getPasses = defineOperation({
  resource: 'badgeHolder',
  key: 'getPasses',
  label: 'Get Passes',
  action: 'Get badge passes of holder',
  description: 'Get the badge passes of a person with their status and card numbers',
  effect: 'read',
  endpoints: ['GET /badge/users/{userId}/passes'],
  input: {
    userId,
    badgeTemplateId: {
      ...anyBadge,
      description: 'Only badge passes of this badge. Defaults to all badges.',
    },
  },
  output: { returns: 'many', fields: badgePassFields, sample: badgePassSample },

  async run({ client }, { userId, badgeTemplateId }) {
    const passes = await withReadableCredentials(client, () =>
      listBadgePasses(client, userId, badgeTemplateId),
    );
    return passes.map((pass) => badgePassOutput(pass, userId));
  },
});
