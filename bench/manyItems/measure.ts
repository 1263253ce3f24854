import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { startN8nEngine } from '../../test/engines/n8nEngine';
import type { N8nEngine } from '../../test/engines/n8nEngine';
import { loopNode, poolNode } from './comparisonNodes';
import type { Address, Books, Conditions } from './service';
import type { ServiceProcess } from './serviceProcess';
import type { Way } from './ways';
import { HTTP_REQUEST_TYPE } from './ways';

/** What one run of one way took, and what the service has in its books. */
export interface Measured extends Books {
  items: number;
  ms: number;
  cpuMsPerItem: number;
}

/** @param httpRequest n8n's own node, where there is one on this machine */
export async function benchEngine(httpRequest: INodeType | undefined): Promise<N8nEngine> {
  return await startN8nEngine({
    packageDir: path.resolve(__dirname, '../..'),
    extraNodeTypes: {
      'bench.loop': loopNode(),
      'bench.pool': poolNode(10),
      ...(httpRequest && { [HTTP_REQUEST_TYPE]: httpRequest }),
    },
  });
}

/** Issues a pass to each of `items` people. The service is emptied first. */
export async function measure(
  engine: N8nEngine,
  service: ServiceProcess,
  way: Way,
  items: number,
  conditions: Conditions,
): Promise<Measured> {
  const address = await service.become(conditions);
  const { baseUrl, apiKey } = address;
  const startItems = Array.from({ length: items }, (_, i) => ({
    json: { email: `person${i}@example.com` },
  }));
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  const run = await engine.run(workflow(way, address), {
    credentials: { walletPassApi: { baseUrl, apiKey } },
    startItems,
  });
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (run.error()) throw new Error(`${way.name}: ${run.error()?.message}`);
  const books = await service.books();
  return { ...books, items, ms: Math.round(ms), cpuMsPerItem: (user + system) / 1000 / items };
}

function workflow(way: Way, address: Address) {
  return {
    nodes: [
      { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
      {
        id: 'issue',
        name: 'Issue',
        onError: 'continueRegularOutput',
        credentials: { walletPassApi: { id: '1', name: 'Wallet Pass account' } },
        ...way.node(address),
      },
    ],
    connections: { Start: { main: [[{ node: 'Issue', type: 'main', index: 0 }]] } },
  };
}
