import { N8nOwner } from '../../e2e/n8n/owner';
import { startQueueMode } from '../../e2e/n8n/queueMode';
import { N8nServer, NO_WAY_OUT } from '../../e2e/n8n/server';
import { copyOfPreparedFolder } from '../../e2e/n8n/useN8nServer';
import type { RateLimit } from '../../sandbox/control/rateLimit';
import { type ServiceProcess, startService } from '../manyItems/serviceProcess';
import { APPROACHES, CONNECTOR_ISSUE, type ServerApproach } from './approaches';
import { prepareRun } from './installed';
import { LATENCY_MS, measureRun, type ServerRow } from './measureRun';
import { poolNodeEnv } from './poolNode';
import { createInput, type Input } from './rows';

/** Rows of a run whose results are kept. */
export const ROWS = 10_000;
export const LIMIT: RateLimit = { ratePerSecond: 50, burst: 50, retryAfter: 'seconds' };
const WORKERS = 2;
const EXECUTIONS = 10;

/** The connector in queue mode, under the rate limit. */
interface QueueModeResult {
  workers: number;
  /** Simultaneous executions that share the rows. */
  executions: number;
  /** Shortest time that the limit allows with one request per good row: (rows - burst) / rate, ms. */
  boundMs: number;
  row: ServerRow;
}

/** The results of this benchmark. Times in ms. */
export interface ServerResults {
  rows: number;
  latencyMs: number;
  limit: RateLimit;
  /** Passes that each run should issue. */
  toIssue: number;
  /** Each approach on a new server with SQLite, without a limit and with it. */
  sqlite: ServerRow[];
  queueMode: QueueModeResult;
}

/**
 * Issues a pass per row on real n8n servers, with the connector and with workflows that people build by hand.
 * @param rows a multiple of 100
 * @param log called before each run
 */
export async function benchServer(
  rows: number,
  log: (run: string) => void,
): Promise<ServerResults> {
  const input = createInput(rows);
  log('installing n8n if it is missing, and packing the connector');
  const removeRun = await prepareRun();
  const service = await startService();
  try {
    return {
      rows,
      latencyMs: LATENCY_MS,
      limit: LIMIT,
      toIssue: input.toIssue.size,
      sqlite: await measureOnSqlite(service, input, log),
      queueMode: await measureInQueueMode(service, input, log),
    };
  } finally {
    service.stop();
    removeRun();
  }
}

async function measureOnSqlite(
  service: ServiceProcess,
  input: Input,
  log: (run: string) => void,
): Promise<ServerRow[]> {
  const measured: ServerRow[] = [];
  for (const approach of APPROACHES) {
    log(`${approach.name}, no limit`);
    measured.push(await measureOnNewServer(service, approach, input, null));
  }
  for (const approach of APPROACHES.filter(({ limited }) => limited)) {
    log(`${approach.name}, ${LIMIT.ratePerSecond}/s`);
    measured.push(await measureOnNewServer(service, approach, input, LIMIT));
  }
  return measured;
}

/** @param limit of the service; null for none */
export async function measureOnNewServer(
  service: ServiceProcess,
  approach: ServerApproach,
  input: Input,
  limit: RateLimit | null,
): Promise<ServerRow> {
  const env = { ...NO_WAY_OUT, ...(await poolNodeEnv()) };
  const server = await N8nServer.start({ folder: await copyOfPreparedFolder(), env });
  try {
    const owner = await N8nOwner.logIn(server);
    const platform = { servers: [server], owner, service } as const;
    return await measureRun(platform, approach, input, { limit, executions: 1 });
  } finally {
    await server.stop();
  }
}

async function measureInQueueMode(
  service: ServiceProcess,
  input: Input,
  log: (run: string) => void,
): Promise<QueueModeResult> {
  log(`queue mode, ${LIMIT.ratePerSecond}/s`);
  const queueMode = await startQueueMode({
    workers: WORKERS,
    // Executions per worker at a time. With the default of 10, one worker could take them all.
    env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(EXECUTIONS / WORKERS) },
  });
  try {
    const { main, workers, owner } = queueMode;
    const platform = { servers: [main, ...workers], owner, service } as const;
    const options = { limit: LIMIT, executions: EXECUTIONS };
    const good = input.rows.filter(({ number }) => !input.bad.has(number));
    return {
      workers: WORKERS,
      executions: EXECUTIONS,
      boundMs: ((good.length - LIMIT.burst) / LIMIT.ratePerSecond) * 1000,
      row: await measureRun(platform, CONNECTOR_ISSUE, input, options),
    };
  } finally {
    await queueMode.stop();
  }
}
