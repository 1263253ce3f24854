import type { NodeJson } from '../../test/engines/n8nEngine';
import type { Connection } from './service';

/** A way to issue a pass per item in n8n. */
export interface Approach {
  name: string;
  node(connection: Connection): Pick<NodeJson, 'type' | 'typeVersion' | 'parameters'>;
}

export const CONNECTOR: Approach = {
  name: 'this connector',
  node: ({ templateId }) => ({
    type: 'n8n-nodes-wallet-pass.walletPass',
    typeVersion: 1,
    parameters: {
      resource: 'pass',
      operation: 'create',
      templateId: { __rl: true, mode: 'id', value: templateId },
      email: '={{ $json.email }}',
      sendToEmail: 'doNotSend',
      options: {},
    },
  }),
};

/** Part of n8n, which `npm run e2e` installs. */
export const HTTP_REQUEST_TYPE = 'n8n-nodes-base.httpRequest';
/** Options of the node: 10 requests at once, every 200 ms. */
export const BATCHING = { batching: { batch: { batchSize: 10, batchInterval: 200 } } };
/** n8n's HTTP Request node with the credential of the connector. @param options of the node */
export function issueByHttpRequest(
  { baseUrl }: Connection,
  jsonBody: string,
  options: object,
): ReturnType<Approach['node']> {
  return {
    type: HTTP_REQUEST_TYPE,
    typeVersion: 4.2,
    parameters: {
      method: 'POST',
      url: `${baseUrl}/pass`,
      authentication: 'predefinedCredentialType',
      nodeCredentialType: 'walletPassApi',
      sendBody: true,
      specifyBody: 'json',
      jsonBody,
      options,
    },
  };
}
