import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedCard, AN_OFFER } from '../../support/scenarios/passes';

export default {
  zapier: 'redeem_stamp_card',
  scenarios: changedCard(10, {}, ({ collectedStamps }) => collectedStamps === 0),
  scopes: ['scanning.stamp'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [{ input: { pass: { passId: '' } }, field: 'passId' }],
  missing: MISSING_PASS,
  refused: { 'a pass without stamps': AN_OFFER },
} satisfies OperationCase;
