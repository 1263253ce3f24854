import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import { readablePasses } from '../../support/scenarios/passes';

export default {
  zapier: 'find_pass',
  n8n: { absent: 'Get and Find by Email or Phone do this' },
  scenarios: (fixture) => {
    const { templateId, email } = readablePasses(fixture);
    return { input: { templateId, searchQuery: email }, isTrue: ({ length }) => length > 0 };
  },
  scopes: ['passes.viewAll'],
  endpoints: ['GET /pass', 'GET /passes/search', 'GET /templates/{id}'],
  invalid: [
    { input: { templateId: '', searchQuery: '' }, field: 'externalId' },
    { input: { templateId: '', externalId: 'M-1' }, field: 'templateId' },
    { input: { searchQuery: '' }, field: 'externalId' },
    { input: { templateId: '' }, field: 'templateId' },
  ],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
