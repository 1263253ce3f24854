import type { OperationCase } from '../../support/scenarios/operationCase';
import { ALL } from '../../support/scenarios/platformInputs';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: () => ({ input: { limit: ALL }, isTrue: ({ length }) => length > 0 }),
  scopes: ['badges.viewAll'],
  endpoints: ['GET /badge/templates'],
  invalid: [{ input: { limit: 1.5 }, field: 'limit' }],
} satisfies OperationCase;
