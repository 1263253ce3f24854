import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';

import { accountLabel, checkAccount } from '../shared/api/account';
import { KEY_PREFIX } from '../shared/service/vocabulary';
import { FIXED_BASE_URL } from './transport/fixedBaseUrl';
import { withStepContext } from './transport/stepContext';

/** `POST /auth` works with any scope, so a scoped key connects too. */
async function test(z: ZObject, bundle: Bundle): Promise<Record<string, unknown>> {
  const { displayName, email } = await withStepContext(
    z,
    bundle,
    ({ client }) => checkAccount(client),
    'connectionTest',
  );
  return { displayName, email };
}

/** `Harbor & Pine (owner@example.com)`: names the account, never the key. */
async function connectionLabel(_z: ZObject, bundle: Bundle): Promise<string> {
  const { displayName, email } = bundle.inputData;
  return (
    accountLabel({ displayName: textOrEmpty(displayName), email: textOrEmpty(email) }) ??
    'API key connection'
  );
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const KEY_HELP = 'https://github.com/wallet-pass-connectors/n8n-nodes-wallet-pass#credentials';

const baseUrlField = {
  key: 'baseUrl',
  label: 'Base URL',
  type: 'string',
  required: true,
  isNoSecret: true,
  placeholder: 'e.g. https://api.example.com',
  helpText:
    "URL of your wallet pass service, without a path, e.g. `https://api.example.com`. Your provider's API documentation states it.",
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
      placeholder: `e.g. ${KEY_PREFIX}...`,
      helpText: `API key created for Zapier. The account owner creates it in the dashboard, under API keys. It starts with \`${KEY_PREFIX}\` and is shown only once. Dropdowns of templates, passes and badges need the scopes \`templates.viewAll\`, \`passes.viewAll\` and \`badges.viewAll\`; without them, enter IDs as custom values. [Scopes for each job](${KEY_HELP}).`,
    },
  ],
  test,
  connectionLabel,
} satisfies Authentication;
