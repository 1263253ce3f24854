import { lifecycle } from '../../support/scenarios/badges';
import { MISSING_BADGE_PASS, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'refresh_badge',
  scenarios: lifecycle('refresh'),
  scopes: ['badges.edit'],
  endpoints: ['POST /badge/passes/{passId}/lifecycle'],
  serialBy: 'badgePass',
  invalid: [{ input: { passId: ' ' }, field: 'passId' }],
  missing: MISSING_BADGE_PASS,
} satisfies OperationCase;
