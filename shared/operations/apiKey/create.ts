import * as field from '../../fields';
import { defineOperation } from '../operation';
import { postKey } from '../../api/apiKeys';
import { keyOutput, secretKeyOutput } from './output';
import { label, scopes } from './inputs';

export const create = defineOperation({
  resource: 'apiKey',
  key: 'create',
  label: 'Create',
  action: 'Create API key',
  description:
    'Create an API key with chosen scopes. The key is in the output, once; the execution data keeps it.',
  effect: 'write',
  endpoints: ['POST /api-keys'],
  input: {
    label: label('Name of the key'),
    scopes,
    confirm: field.confirmation({
      label: 'Store Key in Execution Data',
      description:
        'store the new key in the execution data, where everyone with access to the workflow can read it',
    }),
  },
  output: secretKeyOutput,

  async run({ client }, { label, scopes }) {
    const { key, plaintext } = await postKey(client, { label, scopes });
    return { ...keyOutput(key), plaintext };
  },
});
