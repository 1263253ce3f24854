import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

import { startN8nEngine, type N8nEngine } from '../../test/engines/n8nEngine';
import { loopNode, poolNode } from './comparisonNodes';
import type { Connection, ServiceState, Conditions } from './service';
import type { ServiceProcess } from './serviceProcess';
import { type Approach, HTTP_REQUEST_TYPE } from './approaches';

/** Time of one run of one approach, and the state of the service after it. */
export interface Measured extends ServiceState {
  items: number;
  ms: number;
  cpuMsPerItem: number;
}

/**
 * An n8n engine with the connector and the nodes to compare with.
 * @param httpRequest n8n's HTTP Request node, if it is installed on this machine
 */
export async function benchEngine(httpRequest: INodeType | undefined): Promise<N8nEngine> {
  return await startN8nEngine({
    packageDir: path.resolve(__dirname, '../..'),
    extraNodeTypes: {
      'bench.loop': loopNode(),
      'bench.pool': poolNode(),
      ...(httpRequest && { [HTTP_REQUEST_TYPE]: httpRequest }),
    },
  });
}

/** Issues one pass per item. The service is reset first. */
export async function measure(
  engine: N8nEngine,
  service: ServiceProcess,
  approach: Approach,
  items: number,
  conditions: Conditions,
): Promise<Measured> {
  const connection = await service.configure(conditions);
  const { baseUrl, apiKey } = connection;
  const startItems = Array.from({ length: items }, (_, i) => ({
    json: { email: `person${i}@example.com` },
  }));
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  const run = await engine.run(workflow(approach, connection), {
    credentials: { walletPassApi: { baseUrl, apiKey } },
    startItems,
  });
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpuBefore);
  if (run.error()) throw new Error(`${approach.name}: ${run.error()?.message}`);
  const state = await service.state();
  return { ...state, items, ms: Math.round(ms), cpuMsPerItem: (user + system) / 1000 / items };
}

function workflow(approach: Approach, connection: Connection) {
  return {
    nodes: [
      { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
      {
        id: 'issue',
        name: 'Issue',
        onError: 'continueRegularOutput',
        credentials: { walletPassApi: { id: '1', name: 'Wallet Pass account' } },
        ...approach.node(connection),
      },
    ],
    connections: { Start: { main: [[{ node: 'Issue', type: 'main', index: 0 }]] } },
  };
}
