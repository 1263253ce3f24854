import { defineOperation } from '../operation';
import { patchKey } from '../../api/apiKeys';
import { keyFields, keyOutput, keySample } from './output';
import { keyId, label } from './inputs';

export const update = defineOperation({
  resource: 'apiKey',
  key: 'update',
  label: 'Rename',
  action: 'Rename API key',
  description: "Change the label of an API key. The Default key can't be renamed.",
  effect: 'write',
  serialBy: 'apiKey',
  endpoints: ['PATCH /api-keys/{id}'],
  input: {
    keyId,
    label: label('New name of the key'),
  },
  output: { returns: 'one', fields: keyFields, sample: keySample },

  async run({ client }, { keyId, label }) {
    return keyOutput(await patchKey(client, keyId, { label }));
  },
});
