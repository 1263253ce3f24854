import { lifecycle } from '../../support/scenarios/badges';
import { MISSING_BADGE_PASS, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'resume_badge',
  scenarios: lifecycle('resume'),
  scopes: ['badges.revoke'],
  endpoints: ['GET /badge/users/{userId}/passes', 'POST /badge/passes/{passId}/lifecycle'],
  serialBy: 'badgePass',
  invalid: [{ input: { passId: null }, field: 'passId' }],
  missing: MISSING_BADGE_PASS,
} satisfies OperationCase;
