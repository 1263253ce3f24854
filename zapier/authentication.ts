import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';

import { accountLabel, checkConnection } from '../shared/api/apiKeys';
import { FIXED_BASE_URL, withStepContext } from './transport/stepContext';

/** `POST /auth` works with any scope, so a scoped key connects too. */
async function test(z: ZObject, bundle: Bundle): Promise<Record<string, unknown>> {
  const { displayName, email } = await withStepContext(
    z,
    bundle,
    ({ client }) => checkConnection(client),
    'connectionTest',
  );
  return { displayName, email };
}

/** `Harbor & Pine (owner@example.com)`: names the account, never the key. */
async function connectionLabel(_z: ZObject, bundle: Bundle): Promise<string> {
  return (
    accountLabel(bundle.inputData as Parameters<typeof accountLabel>[0]) ?? 'API key connection'
  );
}

const SCOPES_HELP =
  'https://github.com/wallet-pass-connectors/n8n-nodes-wallet-pass/blob/main/docs/operations/README.md#scopes';

const baseUrlField = {
  key: 'baseUrl',
  label: 'Base URL',
  type: 'string',
  required: true,
  isNoSecret: true,
  placeholder: 'e.g. https://api.example.com',
  helpText:
    "URL of your provider's API, e.g. `https://api.example.com` or `https://api.example.com/api`. Enter it exactly as your provider states it.",
} as const;

export const authentication = {
  type: 'custom',
  fields: [
    ...(FIXED_BASE_URL === undefined ? [baseUrlField] : []),
    {
      key: 'apiKey',
      label: 'API Key',
      type: 'password',
      required: true,
      placeholder: 'e.g. the key from the dashboard',
      helpText: `Created by the account owner in the dashboard, under API keys, and shown only once. Choose its scopes by what your Zaps do: [scopes for each job](${SCOPES_HELP}).`,
    },
  ],
  test,
  connectionLabel,
} satisfies Authentication;
