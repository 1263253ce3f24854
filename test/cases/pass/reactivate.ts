import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedPass } from '../../support/scenarios/passes';

export default {
  zapier: 'reactivate_pass',
  scenarios: changedPass('loyalty', { isValid: false }, {}, ({ isValid }) => isValid),
  scopes: ['passes.edit'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [
    { input: { pass: { passId: [1] } }, field: 'passId' },
    { input: { validUntil: '2020-01-01' }, field: 'validUntil' },
  ],
  missing: MISSING_PASS,
} satisfies OperationCase;
