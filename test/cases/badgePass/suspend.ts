import { lifecycle } from '../../support/scenarios/badges';
import {
  foreign,
  MISSING_BADGE_PASS,
  type OperationCase,
} from '../../support/scenarios/operationCase';

export default {
  zapier: 'suspend_badge',
  scenarios: lifecycle('suspend'),
  scopes: ['badges.revoke'],
  endpoints: ['GET /badge/users/{userId}/passes', 'POST /badge/passes/{passId}/lifecycle'],
  serialBy: 'badgePass',
  invalid: [
    { input: { passId: null }, field: 'passId' },
    { input: { reason: 'x'.repeat(201) }, field: 'reason' },
  ],
  missing: MISSING_BADGE_PASS,
  refused: {
    'an object of another account': foreign(404, ({ badgePassId }) => ({ passId: badgePassId })),
  },
} satisfies OperationCase;
