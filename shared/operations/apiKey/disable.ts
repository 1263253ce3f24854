import * as field from '../../fields';
import { defineOperation } from '../operation';
import { patchKey } from '../../api/apiKeys';
import { refuseOwnKey, allowOwnKey, keyId } from './inputs';
import { keyFields, keyOutput, keySample } from './output';

export const disable = defineOperation({
  resource: 'apiKey',
  key: 'disable',
  label: 'Disable',
  action: 'Disable API key',
  description:
    "Disable an API key; it stops working immediately. The Default key can't be disabled.",
  effect: 'write',
  serialBy: 'apiKey',
  endpoints: ['PATCH /api-keys/{id}', 'GET /api-keys'],
  input: {
    keyId,
    confirm: field.confirmation({
      label: 'Disable the Key',
      description: 'disable this key. Everything that uses it stops working immediately.',
    }),
    allowOwnKey,
  },
  output: { returns: 'one', fields: keyFields, sample: { ...keySample, disabled: true } },

  async run({ client }, { keyId, allowOwnKey }) {
    if (!allowOwnKey) await refuseOwnKey(client, keyId, 'disabled');
    return keyOutput(await patchKey(client, keyId, { disabled: true }));
  },
});
