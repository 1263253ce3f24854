import { MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { changedPass } from '../../support/scenarios/passes';

export default {
  zapier: 'void_pass',
  scenarios: changedPass('loyalty', {}, {}, ({ isValid }) => !isValid),
  scopes: ['passes.edit'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [{ input: { invalidatedReason: 'lost' }, field: 'invalidatedReason' }],
  missing: MISSING_PASS,
} satisfies OperationCase;
