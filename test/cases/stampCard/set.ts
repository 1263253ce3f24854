import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedCard, AN_OFFER, BLANK_COUNTS } from '../../support/scenarios/passes';

export default {
  zapier: 'set_stamps',
  scenarios: changedCard(3, { count: 7 }, ({ collectedStamps }) => collectedStamps === 7),
  scopes: ['scanning.stamp'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [...BLANK_COUNTS],
  missing: MISSING_PASS,
  refused: { 'a pass without stamps': AN_OFFER },
} satisfies OperationCase;
