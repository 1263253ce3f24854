import type { OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'management of keys: task history would contain them' },
  scenarios: ({ tag }, n) => ({
    input: { label: `New ${tag}-${n}`, scopes: ['passes.viewAll'], confirm: true },
    retry: 'never',
    seen: ({ keys }) => keys.filter(({ label }) => label === `New ${tag}-${n}`).length,
  }),
  scopes: ['Full access'],
  endpoints: ['POST /api-keys'],
  invalid: [
    { input: { scopes: ['billing.edit'] }, field: 'scopes' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  refused: {
    'a plan without API keys': {
      input: ({ sandbox }) => {
        sandbox.control.setAccount({ apiAccess: false });
        return {};
      },
      status: 402,
      kind: 'planLimit',
    },
  },
} satisfies OperationCase;
