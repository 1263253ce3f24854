import { MISSING_PASS, type OperationCase } from '../../support/cases/operationCase';
import { movedBalance, AN_OFFER, BAD_AMOUNTS } from '../../support/cases/passes';

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
