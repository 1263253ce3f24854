import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_HOLDER, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: async (fixture, n) => {
    const { userId, passId } = await ownHolder(fixture, n);
    return { input: { userId }, isTrue: ([output]) => output?.id === passId };
  },
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/users/{userId}/passes'],
  invalid: [{ input: { userId: {} }, field: 'userId' }],
  missing: MISSING_HOLDER,
} satisfies OperationCase;
