import path from 'node:path';

import { startN8nEngine, type N8nEngine } from '../../test/engines/n8nEngine';
import type { Connection, ServiceState, Conditions } from './service';
import type { ServiceProcess } from './serviceProcess';
import type { Approach } from './approaches';

/** Time of one run of one approach, and the state of the service after it. */
export interface Measured extends ServiceState {
  items: number;
  ms: number;
}

/** An n8n engine with the connector. */
export async function benchEngine(): Promise<N8nEngine> {
  return await startN8nEngine({ packageDir: path.resolve(__dirname, '../..') });
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
  const begun = performance.now();
  const run = await engine.run(workflow(approach, connection), {
    credentials: { walletPassApi: { baseUrl, apiKey } },
    startItems,
  });
  const ms = performance.now() - begun;
  if (run.error()) throw new Error(`${approach.name}: ${run.error()?.message}`);
  const state = await service.state();
  return { ...state, items, ms: Math.round(ms) };
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
