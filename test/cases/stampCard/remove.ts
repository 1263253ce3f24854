import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedCard, AN_OFFER, BLANK_COUNTS } from '../../support/scenarios/passes';

export default {
  zapier: 'remove_stamps',
  scenarios: changedCard(9, { count: 2 }, ({ collectedStamps = 0 }) => (9 - collectedStamps) / 2),
  scopes: ['scanning.stamp'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [{ input: { count: 1.5 }, field: 'count' }, ...BLANK_COUNTS],
  missing: MISSING_PASS,
  refused: { 'a pass without stamps': AN_OFFER },
} satisfies OperationCase;
