import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'find_badge_holder',
  n8n: { absent: 'Get Many does this' },
  scenarios: async (fixture, n) => {
    const { userId, email } = await ownHolder(fixture, n);
    const badgeTemplateId = fixture.sandbox.badges.published;
    return { input: { email, badgeTemplateId }, isTrue: ([output]) => output?.id === userId };
  },
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/users'],
  invalid: [
    { input: { email: undefined }, field: 'email' },
    { input: { badgeTemplateId: undefined }, field: 'badgeTemplateId' },
    { input: { allBadges: true }, field: 'allBadges' },
  ],
  missing: MISSING_BADGE,
} satisfies OperationCase;
