import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import {
  movedBalance,
  balanceSetTo55,
  AN_OFFER,
  BAD_AMOUNTS,
} from '../../support/scenarios/passes';

export default {
  zapier: 'adjust_balance',
  n8n: { absent: 'Add, Subtract and Set are separate operations' },
  scenarios: [
    movedBalance({ operation: 'add', amount: 7 }, 7),
    movedBalance({ operation: 'subtract', amount: 9 }, -9),
    balanceSetTo55({ operation: 'set', amount: 55 }),
  ],
  scopes: ['scanning.redeem'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: BAD_AMOUNTS,
  missing: MISSING_PASS,
  refused: { 'a pass without a balance': AN_OFFER },
} satisfies OperationCase;
