import { ownTemplate } from '../../support/scenarios/account';
import {
  foreign,
  MISSING_TEMPLATE,
  type OperationCase,
} from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: async (fixture, n) => {
    const { id, name } = await ownTemplate(fixture, n);
    return { input: { templateId: id }, isTrue: ([output]) => output?.name === name };
  },
  scopes: ['templates.viewAll'],
  endpoints: ['GET /templates/{id}'],
  invalid: [{ input: { templateId: [] }, field: 'templateId' }],
  missing: MISSING_TEMPLATE,
  refused: { 'a template of another account': foreign(404, ({ templateId }) => ({ templateId })) },
} satisfies OperationCase;
