import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { movedBalance, AN_OFFER, BAD_AMOUNTS } from '../../support/scenarios/passes';

export default {
  zapier: { absent: 'Adjust Balance does this' },
  scenarios: movedBalance({ amount: 7 }, 7),
  scopes: ['scanning.redeem'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: BAD_AMOUNTS,
  missing: MISSING_PASS,
  refused: { 'a pass without a balance': AN_OFFER },
} satisfies OperationCase;
