import * as field from '../../fields';
import { KEY_PREFIX } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import { postKey } from '../../api/apiKeys';
import { keyFields, keyOutput, keySample } from './output';
import { scopes } from './inputs';

export const create = defineOperation({
  resource: 'apiKey',
  key: 'create',
  label: 'Create',
  action: 'Create API key',
  description:
    'Create an API key with chosen scopes. The key is shown only once and stays in the execution data.',
  effect: 'write',
  endpoints: ['POST /api-keys'],
  input: {
    label: field.required(
      field.text({
        label: 'Label',
        placeholder: 'e.g. Front desk',
        description: 'Name of the key',
      }),
    ),
    scopes,
    confirm: field.confirmation({
      label: 'Store Key in Execution Data',
      description:
        'store the new key in the execution data, where everyone with access to the workflow can read it',
    }),
  },
  output: {
    returns: 'one',
    fields: { ...keyFields, plaintext: { label: 'Value (Secret)', type: 'string', always: true } },
    sample: { ...keySample, plaintext: `${KEY_PREFIX}4f1d...` },
  },

  async run({ client }, { label, scopes }) {
    const { key, plaintext } = await postKey(client, { label, scopes });
    return { ...(key && keyOutput(key)), plaintext };
  },
});
