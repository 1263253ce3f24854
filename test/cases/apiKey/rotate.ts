import { ownKey, accepted } from '../../support/scenarios/account';
import { MISSING_KEY, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'management of keys: task history would contain them' },
  scenarios: async (fixture, n) => {
    const keyId = await ownKey(fixture, n);
    return {
      input: { keyId, confirm: true },
      retry: 'never',
      seen: accepted('POST', `/api-keys/${keyId}/rotate`),
    };
  },
  scopes: ['Full access'],
  endpoints: ['GET /api-keys', 'POST /api-keys/{id}/rotate'],
  serialBy: 'apiKey',
  invalid: [
    { input: { keyId: [] }, field: 'keyId' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  missing: MISSING_KEY,
} satisfies OperationCase;
