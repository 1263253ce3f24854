import { lifecycle } from '../../support/scenarios/badges';
import { MISSING_BADGE_PASS, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'revoke_badge',
  scenarios: lifecycle('revoke'),
  scopes: ['badges.revoke'],
  endpoints: ['GET /badge/users/{userId}/passes', 'POST /badge/passes/{passId}/lifecycle'],
  serialBy: 'badgePass',
  invalid: [
    { input: { passId: null }, field: 'passId' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  missing: MISSING_BADGE_PASS,
} satisfies OperationCase;
