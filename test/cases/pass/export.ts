import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import { readablePasses } from '../../support/scenarios/passes';

export default {
  zapier: 'export_passes',
  scenarios: (fixture) => {
    const { templateId } = readablePasses(fixture);
    return {
      input: { templateId },
      isTrue: ([output], { passes }) =>
        output?.passCount === passes.filter((pass) => pass.templateId === templateId).length,
    };
  },
  scopes: ['members.export'],
  endpoints: ['GET /passes/export', 'GET /templates/{id}'],
  invalid: [
    { input: { status: 'all of them' }, valid: { status: 'all' }, field: 'status' },
    { input: { templateId: '' }, field: 'templateId' },
  ],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
