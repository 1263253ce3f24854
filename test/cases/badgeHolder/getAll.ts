import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_BADGE, type OperationCase } from '../../support/scenarios/operationCase';
import { ALL } from '../../support/scenarios/platformInputs';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: async (fixture, n) => {
    const { userId } = await ownHolder(fixture, n);
    return {
      input: { limit: ALL },
      isTrue: (outputs) => outputs.some(({ id }) => id === userId),
    };
  },
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/users'],
  invalid: [{ input: { limit: -1 }, field: 'limit' }],
  missing: MISSING_BADGE,
} satisfies OperationCase;
