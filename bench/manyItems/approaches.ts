import type { NodeJson } from '../../test/engines/n8nEngine';
import { CONCURRENCY } from './comparisonNodes';
import type { Connection } from './service';

/** One approach to issue a pass per item in n8n. */
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

export const LOOP: Approach = comparison('a node that loops', 'bench.loop');
export const POOL: Approach = comparison(`a plain pool of ${CONCURRENCY}`, 'bench.pool');

/** Part of n8n, which `npm run e2e` installs. */
export const HTTP_REQUEST_TYPE = 'n8n-nodes-base.httpRequest';
export const HTTP_REQUEST: Approach = httpRequest('HTTP Request node', {});
/** Options of the node: 10 requests at once, every 200 ms. */
export const BATCHING = { batching: { batch: { batchSize: 10, batchInterval: 200 } } };
export const HTTP_REQUEST_BATCHED: Approach = httpRequest('HTTP Request, 10 per 200 ms', BATCHING);

function comparison(name: string, type: string): Approach {
  return {
    name,
    node: (connection) => ({
      type,
      typeVersion: 1,
      parameters: { url: `${connection.baseUrl}/pass`, body: body(connection) },
    }),
  };
}

function httpRequest(name: string, options: object): Approach {
  return {
    name,
    node: (connection) => issueByHttpRequest(connection, body(connection), options),
  };
}

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

function body({ templateId }: Connection): string {
  return `={{ { passes: [{ templateId: ${JSON.stringify(templateId)} }], email: $json.email, sendToEmail: false } }}`;
}
