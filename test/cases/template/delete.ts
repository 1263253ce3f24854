import { ownTemplate } from '../../support/scenarios/account';
import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'its guidelines discourage deleting' },
  scenarios: async (fixture, n) => {
    const { id } = await ownTemplate(fixture, n);
    return {
      input: { templateId: id, confirm: true },
      retry: 'idempotent',
      seen: ({ templates }) => Number(!templates.some((template) => template.id === id)),
      isTrue: ([output]) => output?.deleted === true,
    };
  },
  scopes: ['templates.delete'],
  endpoints: ['DELETE /templates/{id}'],
  serialBy: 'template',
  invalid: [
    { input: { templateId: '' }, field: 'templateId' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
