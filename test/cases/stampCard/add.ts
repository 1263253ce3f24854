import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedCard, AN_OFFER, BLANK_COUNTS } from '../../support/scenarios/passes';

export default {
  zapier: 'add_stamps',
  scenarios: changedCard(3, { count: 2 }, ({ collectedStamps = 0 }) => (collectedStamps - 3) / 2),
  scopes: ['scanning.stamp'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [{ input: { count: 0 }, field: 'count' }, ...BLANK_COUNTS],
  missing: MISSING_PASS,
  refused: { 'a pass without stamps': AN_OFFER },
} satisfies OperationCase;
