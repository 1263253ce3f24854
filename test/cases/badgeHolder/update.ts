import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_HOLDER, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'rename_badge_holder',
  scenarios: async (fixture, n) => {
    const { userId } = await ownHolder(fixture, n);
    const firstName = `Ada ${fixture.tag}-${n}`;
    return {
      input: { userId, firstName },
      retry: 'idempotent',
      seen: ({ holders }) =>
        holders.filter(({ id, name }) => id === userId && (name ?? '').includes(firstName)).length,
    };
  },
  scopes: ['badges.edit'],
  endpoints: ['PATCH /badge/users/{id}'],
  serialBy: 'holder',
  invalid: [
    { input: { firstName: true }, field: 'firstName' },
    { input: { firstName: undefined }, field: 'firstName' },
  ],
  missing: MISSING_HOLDER,
} satisfies OperationCase;
