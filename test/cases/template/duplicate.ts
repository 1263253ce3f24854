import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'duplicate_template',
  scenarios: ({ tag, sandbox }, n) => ({
    input: { templateId: sandbox.templates.offer, name: `Copy ${tag}-${n}` },
    retry: 'never',
    seen: ({ templates }) => templates.filter(({ name }) => name === `Copy ${tag}-${n}`).length,
  }),
  scopes: ['templates.create', 'templates.duplicate'],
  endpoints: ['POST /templates/{id}/duplicate'],
  invalid: [{ input: { name: 'x'.repeat(201) }, field: 'name' }],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
