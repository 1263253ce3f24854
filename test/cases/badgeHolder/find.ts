import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'find_badge_holder',
  n8n: { absent: 'Get Many does this' },
  scenarios: async (fixture, n) => {
    const { userId, email } = await ownHolder(fixture, n);
    return { input: { email }, isTrue: ([output]) => output?.id === userId };
  },
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/users'],
  invalid: [{ input: { email: undefined }, field: 'email' }],
  missing: MISSING_BADGE,
} satisfies OperationCase;
