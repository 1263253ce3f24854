import Table from 'cli-table3';

import type { RateLimit } from '../sandbox/control/rateLimit';
import type { N8nEngine } from '../test/engines/n8nEngine';
import { benchEngine } from './manyItems/measure';
import { type ServiceProcess, startService } from './manyItems/serviceProcess';
import { size } from './size';

const LATENCY_MS = 20;
const LIMITS = size([20, 50], [50]);
const EXECUTIONS = size(200, 10);
const LISTS = size([1200, 2000], [40]);

interface Row {
  what: string;
  ratePerSecond: number | undefined;
  /** Accepted requests. */
  requests: number;
  /** Responses with 429. */
  refused: number;
  /** Passes beyond the first with an external ID. */
  doubles: number;
  ms: number;
  /** Shortest time for the accepted requests that the limit allows. */
  idealMs: number | undefined;
}

/** Measures executions at the same time, side by side with one run of as many items. Prints a table. */
export async function benchExecutions(): Promise<void> {
  const engine = await benchEngine(undefined);
  const table = new Table({
    head: ['executions', 'limit', 'requests', 'refused', 'doubles', 's', 'of the ideal'],
    style: { head: [], border: [] },
  });
  const add = async (what: string, lists: number[][], ratePerSecond?: number) => {
    console.log(`... ${what}${ratePerSecond ? `, ${ratePerSecond}/s` : ''}`);
    // Its own, because the executions of an account know the rate limit of the last minute.
    const service = await startService();
    const row = await measure(engine, service, what, lists, ratePerSecond);
    service.stop();
    table.push([
      row.what,
      row.ratePerSecond ? `${row.ratePerSecond}/s` : 'none',
      ...[row.requests, row.refused, row.doubles].map(String),
      (row.ms / 1000).toFixed(1),
      row.idealMs ? (row.ms / row.idealMs).toFixed(2) : '',
    ]);
  };
  const forms = people(EXECUTIONS);
  await add('warm-up', [forms]);
  for (const rate of LIMITS) {
    await add(`1 of ${EXECUTIONS} items`, [forms], rate);
    await add(`${EXECUTIONS} of 1 item`, oneByOne(forms), rate);
  }
  for (const count of LISTS) {
    const list = people(count);
    await add(`1 of ${count} items`, [list]);
    await add(`2 of the same ${count} items`, [list, list]);
    await add(`2 of the same ${count}, one in reverse`, [list, list.toReversed()]);
  }
  console.log(table.toString());
}

const people = (count: number) => Array.from({ length: count }, (_, i) => i);
const oneByOne = (list: number[]) => list.map((one) => [one]);

/** Starts an execution for each list at the same moment, after a reset of the service. */
async function measure(
  engine: N8nEngine,
  service: ServiceProcess,
  what: string,
  lists: number[][],
  ratePerSecond: number | undefined,
): Promise<Row> {
  const limit: RateLimit | null = ratePerSecond
    ? { ratePerSecond, burst: ratePerSecond, retryAfter: 'seconds' }
    : null;
  const { baseUrl, apiKey, templateId } = await service.configure({
    ...{ latencyMs: LATENCY_MS, limit, keepsBusy: false },
  });
  const parameters = {
    ...{ resource: 'pass', operation: 'create', options: { maxWaitMinutes: 60 } },
    templateId: { __rl: true, mode: 'id', value: templateId },
    externalId: '={{ $json.externalId }}',
    sendToEmail: 'doNotSend',
  };
  const workflow = {
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
      { name: 'Issue', type: 'walletPass', parameters },
    ],
    connections: { Start: { main: [[{ node: 'Issue', type: 'main', index: 0 }]] } },
  };
  const begun = performance.now();
  await Promise.all(
    lists.map(async (list) => {
      const startItems = list.map((i) => ({ json: { externalId: `M-${i}` } }));
      const credentials = { walletPassApi: { baseUrl, apiKey } };
      const run = await engine.run(workflow, { credentials, startItems });
      if (run.error()) throw new Error(`${what}: ${run.error()?.message}`);
    }),
  );
  const ms = performance.now() - begun;
  const { requests, rateLimited, passes } = await service.state();
  const accepted = requests - rateLimited;
  const idealMs = ratePerSecond && (Math.max(1, accepted - ratePerSecond) / ratePerSecond) * 1000;
  const doubles = passes.length - new Set(passes.map(({ externalId }) => externalId)).size;
  return { what, ratePerSecond, requests: accepted, refused: rateLimited, doubles, ms, idealMs };
}
