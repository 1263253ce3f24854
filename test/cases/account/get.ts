import type { OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'the connection test and label do this' },
  scenarios: () => ({ input: {}, isTrue: ({ length }) => length > 0 }),
  scopes: [],
  endpoints: ['POST /auth'],
  invalid: [],
} satisfies OperationCase;
