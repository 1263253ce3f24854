import { changedKey } from '../../support/scenarios/account';
import { MISSING_KEY, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'management of keys: task history would contain them' },
  scenarios: changedKey({ confirm: true }, { disabled: true }, (key) => key.disabledAt === null),
  scopes: ['Full access'],
  endpoints: ['PATCH /api-keys/{id}'],
  serialBy: 'apiKey',
  invalid: [
    { input: { keyId: [] }, field: 'keyId' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  missing: MISSING_KEY,
} satisfies OperationCase;
