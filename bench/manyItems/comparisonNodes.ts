/** A node of n8n to compare with: a simple worker pool. */
import {
  NodeConnectionTypes,
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
} from 'n8n-workflow';

import { DEFAULT_PARALLEL_REQUESTS } from '../../nodes/WalletPass/controls/runLimits';

/** Requests in flight in the pool: as many as in the connector. */
export const CONCURRENCY = DEFAULT_PARALLEL_REQUESTS;

/** A fixed number of concurrent requests, without retries or rate limiting. */
export function poolNode(): INodeType {
  return {
    description: describe('Pool'),
    async execute(this: IExecuteFunctions) {
      const count = this.getInputData().length;
      const output: INodeExecutionData[] = [];
      let next = 0;
      const work = async () => {
        for (let item = next++; item < count; item = next++) {
          output[item] = { json: await post(this, item), pairedItem: { item } };
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      return [output];
    },
  };
}

async function post(functions: IExecuteFunctions, item: number): Promise<IDataObject> {
  const request: IHttpRequestOptions = {
    method: 'POST',
    url: functions.getNodeParameter('url', item) as string,
    body: functions.getNodeParameter('body', item) as IDataObject,
    json: true,
  };
  return await functions.helpers.httpRequestWithAuthentication
    .call(functions, 'walletPassApi', request)
    .then(
      (answer: unknown) => answer as IDataObject,
      (thrown: unknown) => ({ error: String(thrown) }),
    );
}

function describe(displayName: string): INodeTypeDescription {
  return {
    displayName,
    name: displayName,
    group: ['transform'],
    version: 1,
    description: displayName,
    defaults: { name: displayName },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'walletPassApi', required: true }],
    properties: [
      { displayName: 'URL', name: 'url', type: 'string', default: '' },
      { displayName: 'Body', name: 'body', type: 'json', default: '{}' },
    ],
  };
}
