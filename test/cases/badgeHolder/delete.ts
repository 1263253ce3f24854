import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_HOLDER, type OperationCase } from '../../support/scenarios/operationCase';
import type { Maker } from '../../support/scenarios/scenario';

function removal(identifyBy: 'holder' | 'contact'): Maker {
  return async (fixture, n) => {
    const { userId, email } = await ownHolder(fixture, n);
    return {
      input: {
        ...(identifyBy === 'holder' ? { userId } : { identifyBy, email }),
        confirm: true,
      },
      retry: 'idempotent',
      seen: ({ holders }) => Number(!holders.some(({ id }) => id === userId)),
      isTrue: ([output], { holders }) =>
        (output?.outcome === 'removed' && output.id === userId) ||
        // Removed by an earlier attempt of the run, whose result stayed unknown.
        (output?.outcome === 'notFound' && !holders.some(({ id }) => id === userId)),
    };
  };
}

export default {
  zapier: 'remove_badge_holder',
  scenarios: [removal('holder'), removal('contact')],
  scopes: ['badges.revoke'],
  endpoints: [
    'DELETE /badge/users/{id}',
    'GET /badge/templates',
    'GET /badge/users',
    'GET /badge/users/{userId}/passes',
  ],
  serialBy: 'holder',
  invalid: [
    { input: { userId: '' }, field: 'userId' },
    { input: { confirm: false }, field: 'confirm' },
    { input: { identifyBy: 'contact' }, field: 'email' },
  ],
  missing: MISSING_HOLDER,
} satisfies OperationCase;
