import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import { createdOrUpdated, NO_QUOTA } from '../../support/scenarios/passes';

export default {
  zapier: { absent: 'Zapier runs each row of a list on its own' },
  scenarios: createdOrUpdated(() => ({ missing: 'list', ifUnchanged: 'update' })),
  // A new pass needs passes.create alone: the list shows that there is none to edit.
  scopes: ['passes.viewAll'],
  endpoints: ['GET /passes', 'GET /templates/{id}', 'PATCH /pass', 'POST /pass'],
  serialBy: 'externalId',
  invalid: [
    { input: { externalId: null }, field: 'externalId' },
    { input: { templateId: '' }, field: 'templateId' },
    { input: { prefix: 'other-' }, field: 'externalId' },
    { input: { missing: 'void', maxVoid: '10' }, field: 'confirmVoid' },
    ...['', 'all', '-1', '1.5', '101%', '10 passes', {}].map((maxVoid) => ({
      input: { missing: 'void', confirmVoid: true, maxVoid },
      field: 'maxVoid',
    })),
  ],
  missing: MISSING_TEMPLATE,
  refused: { 'more passes than the plan allows': NO_QUOTA },
} satisfies OperationCase;
