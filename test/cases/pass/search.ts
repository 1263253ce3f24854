import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import { readablePasses } from '../../support/scenarios/passes';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: (fixture) => {
    const { templateId, email } = readablePasses(fixture);
    return {
      input: { templateId, searchQuery: email },
      isTrue: (outputs) => outputs.length > 0 && outputs.every((one) => one.email === email),
    };
  },
  scopes: ['passes.viewAll'],
  endpoints: ['GET /passes/search', 'GET /templates/{id}'],
  invalid: [{ input: { templateId: {} }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
