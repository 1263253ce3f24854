import path from 'node:path';

import { scheduleRuns } from '../../test/engines/zapier/scheduler';
import { startService, type ServiceProcess } from '../manyItems/serviceProcess';
import { size } from '../size';
import { type ProcessPool, startProcessPool } from './processPool';

/** Many runs of one Zap against a rate limit. Attempts at the same time run in separate processes. */
export interface ZapierRuns {
  step: string;
  runs: number;
  /** Until the first attempt of the last run began. */
  arrivalS: number;
  ratePerSecond: number;
  burst: number;
  issued: number;
  duplicates: number;
  /** Runs that failed, or were still throttled after their last replay. */
  lost: number;
  attemptsMax: number;
  attemptsMean: number;
  /** Longest time between the requested and the actual start of a replay. */
  replayLateMaxMs: number;
  /** Until the last run was done. */
  seconds: number;
  requests: number;
}

const APP_PATH = path.resolve(__dirname, '../../zapier/dist/index.js');
const STEPS = ['issue_pass', 'create_or_update_pass'];
const RUNS = size(500, 4);
const ARRIVAL_MS = size(60_000, 500);
const LATENCY_MS = 50;
const LIMIT = { ratePerSecond: 5, burst: 5, retryAfter: 'seconds' } as const;
/** As often as autoreplay; how often Zapier replays a throttled run is not documented. */
const MAX_REPLAYS = 5;
/** More than the attempts that run at the same time. */
const PROCESSES = size(150, 4);

/** @param log called with the name of each part before it is measured */
export async function benchZapier(log: (part: string) => void): Promise<ZapierRuns[]> {
  const results: ZapierRuns[] = [];
  for (const step of STEPS) {
    log(`${RUNS} runs of ${step}`);
    results.push(await benchStep(step));
  }
  return results;
}

async function benchStep(step: string): Promise<ZapierRuns> {
  const service = await startService();
  const pool = await startProcessPool(APP_PATH, PROCESSES);
  try {
    return await measure(step, service, pool);
  } finally {
    pool.stop();
    service.stop();
  }
}

async function measure(
  step: string,
  service: ServiceProcess,
  pool: ProcessPool,
): Promise<ZapierRuns> {
  const { baseUrl, apiKey, templateId } = await service.configure({
    latencyMs: LATENCY_MS,
    limit: LIMIT,
    keepsBusy: false,
  });
  const begunAt = performance.now();
  /** When each row's next attempt should begin; none before its first. */
  const dueAt = new Map<number, number>();
  let lastArrivalAt = begunAt;
  let replayLateMaxMs = 0;

  async function attempt(row: number): Promise<unknown> {
    return await pool.run(
      {
        step,
        authData: { baseUrl, apiKey },
        // The service counts recipients.
        inputData: { templateId, externalId: `R-${row}`, email: `person${row}@example.com` },
      },
      () => {
        const due = dueAt.get(row);
        if (due === undefined) lastArrivalAt = performance.now();
        else replayLateMaxMs = Math.max(replayLateMaxMs, performance.now() - due);
      },
    );
  }

  const runs = await scheduleRuns({
    inputs: Array.from({ length: RUNS }, (_, row) => row),
    arrivalMs: ARRIVAL_MS,
    maxReplays: MAX_REPLAYS,
    attempt,
    onThrottled: (row, delayMs) => dueAt.set(row, performance.now() + delayMs),
  });
  const failed = runs.filter(({ error }) => error);
  for (const message of new Set(failed.map(({ error }) => error?.message))) console.error(message);
  const { delivered, duplicated, requests } = await service.state();
  const attempts = runs.map((run) => run.attempts);
  return {
    step,
    runs: RUNS,
    arrivalS: seconds(lastArrivalAt - begunAt),
    ratePerSecond: LIMIT.ratePerSecond,
    burst: LIMIT.burst,
    issued: delivered,
    duplicates: duplicated,
    lost: failed.length,
    attemptsMax: Math.max(...attempts),
    attemptsMean: Number((attempts.reduce((sum, one) => sum + one, 0) / RUNS).toFixed(2)),
    replayLateMaxMs: Math.round(replayLateMaxMs),
    seconds: seconds(Math.max(...runs.map(({ endedAtMs }) => endedAtMs))),
    requests,
  };
}

function seconds(ms: number): number {
  return Number((ms / 1000).toFixed(1));
}
