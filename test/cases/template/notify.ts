import { ownTemplate } from '../../support/scenarios/account';
import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'notify_template_holders',
  scenarios: async (fixture, n) => {
    const { id } = await ownTemplate(fixture, n, true);
    return {
      input: { templateId: id, title: 'Hello', content: 'To all', confirm: true },
      retry: 'never',
      seen: ({ outbox }) => outbox.filter(({ templateId }) => templateId === id).length,
    };
  },
  scopes: ['campaigns.send'],
  endpoints: ['POST /template/{templateId}/notification'],
  serialBy: 'template',
  invalid: [
    { input: { content: '' }, field: 'content' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
