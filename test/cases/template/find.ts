import { ownTemplate } from '../../support/scenarios/account';
import type { OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'find_template',
  n8n: { absent: 'Get and Get Many do this' },
  scenarios: async (fixture, n) => {
    const { id, name } = await ownTemplate(fixture, n);
    return { input: { name }, isTrue: ([output]) => output?.id === id };
  },
  scopes: ['templates.viewAll'],
  endpoints: ['GET /templates'],
  invalid: [{ input: { name: '' }, field: 'name' }],
} satisfies OperationCase;
