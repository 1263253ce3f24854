import type { OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'create_template',
  scenarios: ({ tag }, n) => ({
    input: { name: `New ${tag}-${n}`, type: 'offer' },
    retry: 'never',
    seen: ({ templates }) => templates.filter(({ name }) => name === `New ${tag}-${n}`).length,
  }),
  scopes: ['templates.create'],
  endpoints: ['POST /templates'],
  invalid: [
    { input: { name: null }, field: 'name' },
    { input: { type: 'house' }, field: 'type' },
    { input: { backgroundColor: 'red' }, field: 'backgroundColor' },
  ],
} satisfies OperationCase;
