import type { OperationCase } from '../../support/scenarios/operationCase';
import { ALL } from '../../support/scenarios/platformInputs';

export default {
  zapier: { absent: 'management of keys: task history would contain them' },
  scenarios: () => ({
    input: { limit: ALL },
    isTrue: (outputs, { keys }) => outputs.length === keys.length,
  }),
  scopes: ['Full access'],
  endpoints: ['GET /api-keys'],
  invalid: [{ input: { limit: 0 }, field: 'limit' }],
} satisfies OperationCase;
