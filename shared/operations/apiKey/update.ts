import * as field from '../../fields';
import { defineOperation } from '../operation';
import { patchKey } from '../../api/apiKeys';
import { keyFields, keyOutput, keySample } from './output';
import { keyId } from './inputs';

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
    label: field.required(
      field.text({
        label: 'Label',
        placeholder: 'e.g. Front desk',
        description: 'New name of the key',
      }),
    ),
  },
  output: { returns: 'one', fields: keyFields, sample: keySample },

  async run({ client }, { keyId, label }) {
    return keyOutput(await patchKey(client, keyId, { label }));
  },
});
