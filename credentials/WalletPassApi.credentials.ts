import type {
  IAuthenticate,
  Icon,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow';

/** An API key made for the integration. Its test works with any scope (trap 2). */
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
      description: 'Address of the wallet pass service, without a path at the end',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'A key made for this integration. The account owner makes it in the dashboard, under API keys; it starts with svc_sk_ and is shown once.',
    },
  ];

  // A function, not an expression: n8n would evaluate that anew for each request, about a sixth of a request's cost.
  authenticate: IAuthenticate = async ({ apiKey }, request) => ({
    ...request,
    headers: { ...request.headers, 'X-API-Key': (apiKey as string).trim() },
  });

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
      url: '/auth',
      method: 'POST',
      disableFollowRedirect: true,
    },
    // Without these a person reads "Unauthorized" or "Not Found", whose key or what address stays open.
    rules: [
      {
        type: 'responseCode',
        properties: {
          value: 401,
          message:
            'The service does not accept this API key. It may be mistyped, rotated or turned off; it starts with svc_sk_.',
        },
      },
      {
        type: 'responseCode',
        properties: {
          value: 404,
          message:
            'There is no wallet pass service at this Base URL. Enter its address without a path at the end.',
        },
      },
    ],
  };
}
