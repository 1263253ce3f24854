import { changedKey } from '../../support/scenarios/account';
import { MISSING_KEY, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'management of keys: task history would contain them' },
  scenarios: (fixture, n) => {
    const label = `Renamed ${fixture.tag}-${n}`;
    return changedKey({ label }, undefined, (key) => key.label === label)(fixture, n);
  },
  scopes: ['Full access'],
  endpoints: ['PATCH /api-keys/{id}'],
  serialBy: 'apiKey',
  invalid: [{ input: { keyId: [] }, field: 'keyId' }],
  missing: MISSING_KEY,
} satisfies OperationCase;
