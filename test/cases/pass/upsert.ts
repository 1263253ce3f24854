import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import { createdOrUpdated, NO_QUOTA } from '../../support/scenarios/passes';

export default {
  zapier: 'create_or_update_pass',
  scenarios: createdOrUpdated((exists) => ({ includeLinks: exists })),
  scopes: ['passes.edit'],
  endpoints: ['GET /pass', 'GET /templates/{id}', 'PATCH /pass', 'POST /pass'],
  serialBy: 'externalId',
  invalid: [
    { input: { externalId: null }, field: 'externalId' },
    { input: { templateId: '' }, field: 'templateId' },
  ],
  missing: MISSING_TEMPLATE,
  refused: { 'more passes than the plan allows': NO_QUOTA },
} satisfies OperationCase;
