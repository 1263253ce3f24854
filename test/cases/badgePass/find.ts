import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'find_badge_pass',
  n8n: { absent: 'Get Many and Get Passes of Badge Holder do this' },
  scenarios: async (fixture, n) => {
    const { userId, passId, email, badgeTemplateId } = await ownHolder(fixture, n);
    return {
      input: { badgeTemplateId, email },
      isTrue: ([output]) => output?.id === passId && output.userId === userId,
    };
  },
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/users', 'GET /badge/users/{userId}/passes'],
  invalid: [
    { input: { badgeTemplateId: undefined }, field: 'badgeTemplateId' },
    { input: { email: '' }, field: 'email' },
  ],
  missing: MISSING_BADGE,
} satisfies OperationCase;
