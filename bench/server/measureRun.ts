import { openBrowser } from '../../e2e/browser/browser';
import { ENDED, Execution, type StoredExecution } from '../../e2e/n8n/execution';
import type { N8nOwner, SavedWorkflow } from '../../e2e/n8n/owner';
import type { N8nServer } from '../../e2e/n8n/server';
import { eventually, sleep } from '../../e2e/support/tools';
import type { RateLimit } from '../../sandbox/control/rateLimit';
import type { ServiceProcess } from '../manyItems/serviceProcess';
import { type ServerApproach, WEBHOOK_PATH } from './approaches';
import { timeUntilShown } from './editor';
import { watchHealth } from './healthWatch';
import { compareWithInput, type Outcomes } from './outcomes';
import { cpuMs, peakBytes, resetPeak } from './processTree';
import type { Input, Row } from './rows';

/** Latency of the service, ms. */
export const LATENCY_MS = 50;
/** Longest wait for the end of a run, ms. */
const TIMEOUT_MS = 30 * 60_000;
/** How long the idle server is measured, ms. */
const IDLE_MS = 5_000;

/** A new server, in one process or several. */
export interface Platform {
  /** The main server first, then the workers. */
  servers: readonly [N8nServer, ...N8nServer[]];
  owner: N8nOwner;
  service: ServiceProcess;
}

/** One approach on a server. */
export interface ServerRow extends Outcomes {
  approach: string;
  /** Requests per second that the service accepts; null without a limit. */
  ratePerSecond: number | null;
  /** From the request that starts the workflow until n8n shows all executions as finished, ms. */
  ms: number;
  /** Executions that did not end with success. */
  failedExecutions: number;
  /** Requests to the service, rate limited ones included. */
  requests: number;
  /** Requests refused with 429. */
  rateLimited: number;
  /** Peak memory of each server process during the run, with its children, bytes; the main server first. */
  peakBytes: number[];
  /** Processor time of all server processes per row, beyond that of idle ones, ms. */
  cpuMsPerRow: number;
  /** Longest response time of `/healthz` on each server process during the run, ms; the main server first. */
  longestBlockMs: number[];
  /** Stored data of the executions per row, bytes. */
  executionBytesPerRow: number;
  /** Time until the editor shows the first execution, ms. */
  editorMs: number;
}

/**
 * Runs an approach on a server that has not run anything before, so that no run inherits memory of another.
 * @param executions number of simultaneous executions that share the rows
 */
export async function measureRun(
  { servers, owner, service }: Platform,
  approach: ServerApproach,
  input: Input,
  { limit, executions }: { limit: RateLimit | null; executions: number },
): Promise<ServerRow> {
  const [main] = servers;
  const { existing } = input;
  const pids = servers.map(({ pid }) => pid);
  const connection = await service.configure({
    latencyMs: LATENCY_MS,
    limit,
    keepsBusy: false,
    existing:
      existing === 'kept'
        ? existing
        : existing.map(({ number, email }) => ({ externalId: number, email })),
  });
  const { baseUrl, apiKey } = connection;
  const credential = await owner.createCredential('walletPassApi', 'Wallet Pass API', {
    baseUrl,
    apiKey,
  });
  const workflow = await owner.importWorkflow(approach.workflow(connection), {
    credentials: [credential],
  });
  await owner.publish(workflow);
  const bodies = split(input.rows, executions).map((people) => JSON.stringify({ people }));

  pids.forEach(resetPeak);
  const cpuBefore = sum(pids.map(cpuMs));
  const watches = servers.map(({ url }) => watchHealth(url));
  const begun = performance.now();
  await Promise.all(bodies.map((body) => start(main, body)));
  const ended = await eventually(
    `${approach.name} has ended`,
    async () => {
      const found = await owner.endedExecutions(workflow);
      return found.length === executions ? found : undefined;
    },
    { timeoutMs: TIMEOUT_MS, everyMs: 500 },
  );
  const ms = performance.now() - begun;
  const cpuMsBusy = sum(pids.map(cpuMs)) - cpuBefore;
  const peaks = pids.map(peakBytes);
  const longestBlocks = await Promise.all(watches.map((watch) => watch.stop()));

  const cpuMsOfRun = cpuMsBusy - ms * (await idleCpuShare(servers));
  const { requests, rateLimited, passes } = await service.state();
  const editorMs = await openInEditor(main, workflow, ended);
  const stored = await readExecutions(owner, ended);
  const output = stored.flatMap((one) => new Execution(one).items(approach.outputNode));
  const bytes = sum(stored.map(({ data }) => Buffer.byteLength(data)));
  return {
    approach: approach.name,
    ratePerSecond: limit?.ratePerSecond ?? null,
    ms: Math.round(ms),
    ...compareWithInput(
      input,
      passes,
      output.map(({ json }) => json),
    ),
    failedExecutions: ended.filter(({ status }) => status !== 'success').length,
    requests,
    rateLimited,
    peakBytes: peaks,
    cpuMsPerRow: Math.round((cpuMsOfRun / input.rows.length) * 100) / 100,
    longestBlockMs: longestBlocks.map(Math.round),
    executionBytesPerRow: Math.round(bytes / input.rows.length),
    editorMs: Math.round(editorMs),
  };
}

/**
 * Processor time per time of servers that only answer the health requests. Without subtracting it, a slow
 * approach would seem to need more processor time per row.
 */
async function idleCpuShare(servers: readonly N8nServer[]): Promise<number> {
  const cpu = () => sum(servers.map(({ pid }) => cpuMs(pid)));
  const watches = servers.map(({ url }) => watchHealth(url));
  const cpuBefore = cpu();
  const begun = performance.now();
  await sleep(IDLE_MS);
  const share = (cpu() - cpuBefore) / (performance.now() - begun);
  await Promise.all(watches.map((watch) => watch.stop()));
  return share;
}

async function start({ url }: N8nServer, body: string): Promise<void> {
  const response = await fetch(`${url}/webhook/${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`The webhook failed: ${await response.text()}`);
}

async function openInEditor(
  server: N8nServer,
  workflow: SavedWorkflow,
  [first]: { id: string }[],
): Promise<number> {
  if (!first) throw new Error('There is no execution to open');
  const browser = await openBrowser(server);
  try {
    // Loads the code of the editor, which is not part of the time.
    await browser.page.goto(`/workflow/${workflow.id}`, { waitUntil: 'networkidle' });
    return await timeUntilShown(browser, workflow, first.id);
  } finally {
    await browser.close();
  }
}

/** One at a time, as each may be large. */
async function readExecutions(
  owner: N8nOwner,
  ended: { id: string }[],
): Promise<StoredExecution[]> {
  const stored: StoredExecution[] = [];
  for (const { id } of ended) {
    const execution = await owner.call<StoredExecution>('GET', `/executions/${id}`);
    if (!ENDED.includes(execution.status)) throw new Error(`Execution ${id} has not ended`);
    stored.push(execution);
  }
  return stored;
}

/** Repeated rows stay together: executions do not see each other's passes (docs/many-items.md). */
function split(rows: Row[], parts: number): Row[][] {
  const split = Array.from({ length: parts }, (): Row[] => []);
  const partOf = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const part = partOf.get(row.number) ?? Math.floor((index * parts) / rows.length);
    partOf.set(row.number, part);
    split[part]?.push(row);
  }
  return split;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
