import { MISSING_PASS, type OperationCase } from '../../support/cases/operationCase';
import { changedPass } from '../../support/cases/passes';

export default {
  zapier: 'void_pass',
  scenarios: changedPass('loyalty', {}, {}, ({ isValid }) => !isValid),
  scopes: ['passes.edit'],
  endpoints: ['PATCH /pass'],
  serialBy: 'pass',
  invalid: [{ input: { invalidatedReason: 'lost' }, field: 'invalidatedReason' }],
  missing: MISSING_PASS,
} satisfies OperationCase;
