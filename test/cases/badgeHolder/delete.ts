import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_HOLDER, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'remove_badge_holder',
  scenarios: async (fixture, n) => {
    const { userId } = await ownHolder(fixture, n);
    return {
      input: { userId, confirm: true },
      retry: 'idempotent',
      seen: ({ holders }) => Number(!holders.some(({ id }) => id === userId)),
      isTrue: ([output]) => output?.deleted === true && output.holderKept === false,
    };
  },
  scopes: ['badges.revoke'],
  endpoints: ['DELETE /badge/users/{id}'],
  serialBy: 'holder',
  invalid: [
    { input: { userId: '' }, field: 'userId' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  missing: MISSING_HOLDER,
} satisfies OperationCase;
