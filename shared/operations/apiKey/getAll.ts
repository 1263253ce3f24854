import * as field from '../../fields';
import { defineOperation } from '../operation';
import { listKeys } from '../../api/apiKeys';
import { keyFields, keyOutput, keySample } from './output';

export const getAll = defineOperation({
  resource: 'apiKey',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many API keys',
  description: 'Get many API keys of the account, without their values',
  effect: 'read',
  endpoints: ['GET /api-keys'],
  input: { limit: field.limit() },
  output: { returns: 'many', fields: keyFields, sample: keySample },

  async run({ client }, { limit }) {
    const keys = await listKeys(client);
    return keys.slice(0, limit).map(keyOutput);
  },
});
