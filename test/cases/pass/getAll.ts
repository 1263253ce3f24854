import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import { readablePasses } from '../../support/scenarios/passes';
import { ALL } from '../../support/scenarios/platformInputs';

export default {
  zapier: 'find_passes',
  scenarios: (fixture) => {
    const { templateId } = readablePasses(fixture);
    return {
      input: { templateId, limit: ALL },
      isTrue: (outputs, { passes }) => {
        // Zapier returns the list in one result.
        const listed = (outputs[0]?.passes as unknown[] | undefined) ?? outputs;
        return listed.length === passes.filter((pass) => pass.templateId === templateId).length;
      },
    };
  },
  scopes: ['passes.viewAll'],
  endpoints: ['GET /passes', 'GET /templates/{id}'],
  invalid: [{ input: { limit: 'many' }, field: 'limit' }],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
