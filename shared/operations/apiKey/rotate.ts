import * as field from '../../fields';
import { defineOperation } from '../operation';
import { rotateKey } from '../../api/apiKeys';
import { refuseOwnKey, allowOwnKey, keyId } from './inputs';
import { keyOutput, secretKeyOutput } from './output';

export const rotate = defineOperation({
  resource: 'apiKey',
  key: 'rotate',
  label: 'Rotate',
  action: 'Rotate API key',
  description:
    'Give an API key a new value. The old one stops working immediately, and the new one stays in the execution data.',
  details: 'A disabled key works again.',
  effect: 'destroy',
  serialBy: 'apiKey',
  endpoints: ['POST /api-keys/{id}/rotate', 'GET /api-keys'],
  input: {
    keyId,
    confirm: field.confirmation({
      label: 'Invalidate the Old Value',
      description:
        "invalidate the old value immediately and store the new one in the execution data. This can't be undone.",
    }),
    allowOwnKey,
  },
  output: secretKeyOutput,

  async run({ client }, { keyId, allowOwnKey }) {
    if (!allowOwnKey) await refuseOwnKey(client, keyId, 'rotated');
    const { key, plaintext } = await rotateKey(client, keyId);
    return { id: keyId, ...(key && keyOutput(key)), plaintext };
  },
});
