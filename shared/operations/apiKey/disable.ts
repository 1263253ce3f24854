import * as field from '../../fields';
import { defineOperation } from '../operation';
import { patchKey } from '../../api/apiKeys';
import { refuseOwnKey } from './refuseOwnKey';
import { keyFields, keyOutput, keySample } from './output';
import { allowOwnKey, keyId } from './inputs';

export const disable = defineOperation({
  resource: 'apiKey',
  key: 'disable',
  label: 'Disable',
  action: 'Disable an API key',
  description:
    'Turn an API key off; it stops working at once. The Default key cannot be turned off.',
  effect: 'write',
  scopes: [],
  retry: 'idempotent',
  input: {
    keyId,
    confirm: field.confirmation({
      label: 'Turn the Key Off',
      description: 'everything that uses the key stops working immediately',
    }),
    allowOwnKey,
  },
  output: { returns: 'one', fields: keyFields, sample: { ...keySample, disabled: true } },
  concurrencyKeys: ({ keyId }) => `apiKey:${keyId}`,

  async run({ client, retry }, { keyId, allowOwnKey }) {
    if (!allowOwnKey) await refuseOwnKey(client, keyId, 'turned off');
    return keyOutput(await patchKey(client, keyId, { disabled: true }, retry));
  },
});
