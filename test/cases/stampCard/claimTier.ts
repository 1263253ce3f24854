import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedCard, AN_OFFER } from '../../support/scenarios/passes';

export default {
  zapier: 'claim_stamp_tier',
  scenarios: changedCard(6, { threshold: 5 }, ({ claimedTiers }) => claimedTiers.length),
  scopes: ['scanning.stamp'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [{ input: { threshold: 'five' }, field: 'threshold' }],
  missing: MISSING_PASS,
  refused: { 'a pass without stamps': AN_OFFER },
} satisfies OperationCase;
