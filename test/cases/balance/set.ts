import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { balanceSetTo55, AN_OFFER } from '../../support/scenarios/passes';

export default {
  zapier: { absent: 'Adjust Balance does this' },
  scenarios: [balanceSetTo55({ amount: 55 })],
  scopes: ['scanning.redeem'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [{ input: { amount: -1 }, field: 'amount' }],
  missing: MISSING_PASS,
  refused: { 'a pass without a balance': AN_OFFER },
} satisfies OperationCase;
