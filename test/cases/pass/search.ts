import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import type { Maker } from '../../support/scenarios/scenario';
import { readablePasses } from '../../support/scenarios/passes';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: [{ isChosen: true }, {}, { includeBadges: true }].map(
    ({ isChosen, ...options }): Maker =>
      (fixture) => {
        const { templateId, email } = readablePasses(fixture);
        return {
          input: { ...(isChosen && { templateId }), searchQuery: email, ...options },
          isTrue: (outputs) =>
            outputs.length > 0 && outputs.every((output) => output.email === email),
        };
      },
  ),
  scopes: ['passes.viewAll'],
  endpoints: [
    'GET /badge/templates',
    'GET /badge/templates/{id}/invites',
    'GET /badge/users',
    'GET /passes/search',
    'GET /templates',
    'GET /templates/{id}',
  ],
  invalid: [{ input: { templateId: {} }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
