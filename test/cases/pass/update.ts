import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedPass } from '../../support/scenarios/passes';

export default {
  zapier: 'update_pass',
  scenarios: (fixture, n) => {
    const redemptionValue = `value ${fixture.tag}-${n}`;
    return changedPass(
      'loyalty',
      {},
      { redemptionValue },
      (pass) => pass.redemptionValue === redemptionValue,
    )(fixture, n);
  },
  scopes: ['passes.edit'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [
    { input: { collectedStamps: 1.5 }, field: 'collectedStamps' },
    { input: { phone: 'call me' }, field: 'phone' },
    { input: { redemptionValue: undefined }, field: 'fieldValues' },
  ],
  missing: MISSING_PASS,
} satisfies OperationCase;
