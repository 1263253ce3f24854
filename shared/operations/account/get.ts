import { defineOperation } from '../operation';
import { checkAccount } from '../../api/apiKeys';

export const get = defineOperation({
  resource: 'account',
  key: 'get',
  label: 'Check',
  action: 'Check account',
  description:
    'Get the name and email of the account that the API key belongs to; works with every key',
  effect: 'read',
  endpoints: ['POST /auth'],
  input: {},
  output: {
    returns: 'one',
    fields: {
      displayName: { label: 'Account Name', type: 'string', always: true },
      email: { label: 'Account Email', type: 'string', always: true },
    },
    sample: { displayName: 'Harbor & Pine', email: 'owner@example.com' },
  },

  async run({ client }) {
    const { displayName, email } = await checkAccount(client);
    return { displayName, email };
  },
});
