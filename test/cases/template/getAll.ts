import type { OperationCase } from '../../support/scenarios/operationCase';
import { ALL } from '../../support/scenarios/platformInputs';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: () => ({
    input: { limit: ALL },
    isTrue: (outputs, { templates }) => outputs.length === templates.length,
  }),
  scopes: ['templates.viewAll'],
  endpoints: ['GET /templates'],
  invalid: [{ input: { limit: 0 }, field: 'limit' }],
} satisfies OperationCase;
