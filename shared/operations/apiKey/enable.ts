import * as field from '../../fields';
import { defineOperation } from '../operation';
import { patchKey } from '../../api/apiKeys';
import { keyFields, keyOutput, keySample } from './output';
import { keyId } from './inputs';

export const enable = defineOperation({
  resource: 'apiKey',
  key: 'enable',
  label: 'Enable',
  action: 'Enable API key',
  description: 'Enable a disabled API key; its value stays the same',
  effect: 'write',
  serialBy: 'apiKey',
  endpoints: ['PATCH /api-keys/{id}'],
  input: {
    keyId,
    confirm: field.confirmation({
      label: 'Enable the Key',
      description: 'enable this key again for everyone who has its value',
    }),
  },
  output: { returns: 'one', fields: keyFields, sample: keySample },

  async run({ client }, { keyId }) {
    return keyOutput(await patchKey(client, keyId, { disabled: false }));
  },
});
