import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';

import { accountLabel, checkAccount } from '../shared/api/account';
import { KEY_PREFIX } from '../shared/service/vocabulary';
import { withSession } from './transport/session';

/** `POST /auth` works with any scope, so a scoped key connects too. */
async function test(z: ZObject, bundle: Bundle): Promise<Record<string, unknown>> {
  const { displayName, email } = await withSession(
    z,
    bundle,
    ({ client }) => checkAccount(client),
    'connectionTest',
  );
  return { displayName, email };
}

/** `Harbour & Pine (owner@example.com)`: names the account, never the key. */
async function connectionLabel(_z: ZObject, bundle: Bundle): Promise<string> {
  const { displayName, email } = bundle.inputData;
  return (
    accountLabel({ displayName: text(displayName), email: text(email) }) ?? 'Wallet pass account'
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const KEY_HELP = 'https://github.com/wallet-pass-connectors/n8n-nodes-wallet-pass#credentials';

export const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'baseUrl',
      label: 'Base URL',
      type: 'string',
      required: true,
      isNoSecret: true,
      placeholder: 'https://api.example.com',
      helpText:
        'Address of the wallet pass service, without a path at the end, e.g. `https://api.example.com`.',
    },
    {
      key: 'apiKey',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText: `A key made for Zapier. The account owner makes it in the dashboard, under API keys; it starts with \`${KEY_PREFIX}\` and is shown once. [Where to find it and which scopes it needs](${KEY_HELP}).`,
    },
  ],
  test,
  connectionLabel,
} satisfies Authentication;
