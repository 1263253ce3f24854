import { lifecycle } from '../../support/cases/badges';
import { MISSING_BADGE_PASS, type OperationCase } from '../../support/cases/operationCase';

export default {
  zapier: 'suspend_badge',
  scenarios: lifecycle('suspend'),
  scopes: ['badges.revoke'],
  endpoints: ['GET /badge/users/{id}/passes', 'POST /badge/passes/{id}/lifecycle'],
  serialBy: 'badgePass',
  invalid: [
    { input: { passId: null }, field: 'passId' },
    { input: { reason: 'x'.repeat(201) }, field: 'reason' },
  ],
  missing: MISSING_BADGE_PASS,
} satisfies OperationCase;
