import { ownInvite } from '../../support/scenarios/badges';
import { MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'find_badge_invite',
  n8n: { absent: 'Get Many does this' },
  scenarios: async (fixture, n) => {
    const { badgeTemplateId, email } = await ownInvite(fixture, n);
    return {
      input: { badgeTemplateId, email },
      isTrue: ([output]) => output?.id === email && output.url === undefined,
    };
  },
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/templates/{id}/invites'],
  invalid: [{ input: { email: undefined }, field: 'email' }],
  missing: MISSING_BADGE,
} satisfies OperationCase;
