import type { INodeType } from 'n8n-workflow';

import type { RateLimit, RetryAfter } from '../../sandbox/control/rateLimit';
import type { N8nEngine } from '../../test/engines/n8nEngine';
import { CONCURRENCY } from './comparisonNodes';
import { median } from '../median';
import { size } from '../size';
import { type Measured, benchEngine, measure } from './measure';
import type { Conditions } from './service';
import { type ServiceProcess, SHORT_GC_PAUSES, startService } from './serviceProcess';
import {
  type Approach,
  CONNECTOR,
  HTTP_REQUEST,
  HTTP_REQUEST_BATCHED,
  LOOP,
  POOL,
} from './approaches';

/** Passes per run. */
const ITEMS = size(500, 20);
const LATENCY_MS = 50;
/** Low enough that the rate limit, not the latency, determines the time. */
const LIMITED_LATENCY_MS = 20;
/** Runs before the measurement, so that V8 has compiled and optimized the code. */
const WARM_UPS = size(6, 1);
const WARM_UP: Conditions = { latencyMs: 1, limit: null, keepsBusy: false };
const REPEATS = size(5, 1);
/** Limits of the connector: requests per second, how long a run takes, and how many run at the same time. */
const LIMITS = size<[ratePerSecond: number, seconds: number, together: number][]>(
  [
    [5, 40, 6],
    [50, 40, 1],
    [200, 30, 1],
  ],
  [[50, 1, 2]],
);
const RETRY_AFTER = size<RetryAfter[]>(['seconds', 'date', 'none'], ['seconds']);

/** One approach without a limit, and with a limit of 50 requests/s. */
interface ApproachRow {
  approach: string;
  ms: number;
  inFlightMax: number;
  cpuMsPerItem: number;
  limitedMs: number;
  limitedDelivered: number;
}

/** The connector under one rate limit. */
interface LimitedRow {
  ratePerSecond: number;
  burst: number;
  retryAfter: RetryAfter;
  items: number;
  delivered: number;
  duplicated: number;
  ms: number;
  /** Shortest time that the limit allows: (items - burst) / rate. */
  boundMs: number;
}

/** The results of this benchmark. Times in ms. */
export interface ManyItems {
  unlimited: {
    items: number;
    latencyMs: number;
    sequentialMs: number;
    connectorMs: number;
    idealMs: number;
    cpuMsPerItem: number;
  };
  limited: LimitedRow[];
  approaches: ApproachRow[];
}

/**
 * Issues passes through n8n with every approach, without and with a rate limit.
 * @param httpRequest n8n's HTTP Request node, if it is installed on this machine
 * @param log called before each part
 */
export async function benchApproaches(
  httpRequest: INodeType | undefined,
  log: (part: string) => void,
): Promise<Pick<ManyItems, 'unlimited' | 'approaches'>> {
  const httpRequestApproaches = httpRequest ? [HTTP_REQUEST, HTTP_REQUEST_BATCHED] : [];
  const approaches = await compareApproaches(
    httpRequest,
    [CONNECTOR, POOL, LOOP, ...httpRequestApproaches],
    log,
  );
  const [connector] = approaches;
  const loop = approaches.find(({ approach }) => approach === LOOP.name);
  if (!connector || !loop) throw new Error('The connector and the loop are always measured');
  return {
    unlimited: {
      items: ITEMS,
      latencyMs: LATENCY_MS,
      sequentialMs: loop.ms,
      connectorMs: connector.ms,
      idealMs: (ITEMS / CONCURRENCY) * LATENCY_MS,
      cpuMsPerItem: connector.cpuMsPerItem,
    },
    approaches,
  };
}

/**
 * Alternates the approaches in one process, so that compiled code and machine load are the same for all.
 */
async function compareApproaches(
  httpRequest: INodeType | undefined,
  approaches: Approach[],
  log: (part: string) => void,
): Promise<ApproachRow[]> {
  const engine = await benchEngine(httpRequest);
  const service = await startService();
  const run = (approach: Approach, conditions: Conditions) =>
    measure(engine, service, approach, ITEMS, conditions);
  const runs = new Map(approaches.map((approach) => [approach, [] as Measured[]]));
  try {
    log('warming up');
    for (let round = 1; round < WARM_UPS; round++) {
      for (const approach of approaches) await run(approach, WARM_UP);
    }
    for (let round = 1; round <= REPEATS; round++) {
      log(`round ${round} of ${REPEATS}`);
      for (const [approach, measured] of runs) {
        // Otherwise an approach that follows a slow one would have the coldest caches.
        await run(approach, WARM_UP);
        measured.push(await run(approach, { latencyMs: LATENCY_MS, limit: null, keepsBusy: true }));
      }
    }
    const limit: RateLimit = { ratePerSecond: 50, burst: 50, retryAfter: 'seconds' };
    const rows: ApproachRow[] = [];
    for (const [approach, measured] of runs) {
      log(`${approach.name}, 50/s`);
      const limited = await run(approach, { latencyMs: LATENCY_MS, limit, keepsBusy: true });
      rows.push({
        approach: approach.name,
        ms: median(measured.map(({ ms }) => ms)),
        inFlightMax: Math.max(...measured.map(({ inFlightMax }) => inFlightMax)),
        cpuMsPerItem: rounded(median(measured.map(({ cpuMsPerItem }) => cpuMsPerItem))),
        limitedMs: limited.ms,
        limitedDelivered: limited.delivered,
      });
    }
    return rows;
  } finally {
    service.stop();
  }
}

/** The connector under every limit. The slowest limits run at the same time, as they need little CPU. */
export async function benchLimits(log: (part: string) => void): Promise<LimitedRow[]> {
  const engine = await benchEngine(undefined);
  const rows: LimitedRow[] = [];
  for (const [ratePerSecond, seconds, together] of LIMITS) {
    const limits = [1, ratePerSecond].flatMap((burst) =>
      RETRY_AFTER.map((retryAfter) => ({ ratePerSecond, burst, retryAfter })),
    );
    for (let at = 0; at < limits.length; at += together) {
      const now = limits.slice(at, at + together);
      log(now.map(limitName).join(', '));
      const items = ratePerSecond * seconds;
      rows.push(...(await measureUnderLimits(engine, now, items)));
    }
  }
  return rows;
}

/** Measures the limits at the same time, each with its own service, after all have warmed up. */
async function measureUnderLimits(
  engine: N8nEngine,
  limits: RateLimit[],
  items: number,
): Promise<LimitedRow[]> {
  const services = new Map<RateLimit, ServiceProcess>();
  try {
    for (const limit of limits) {
      const service = await startService(SHORT_GC_PAUSES);
      services.set(limit, service);
      for (let round = 0; round < WARM_UPS; round++) {
        await measure(engine, service, CONNECTOR, ITEMS, WARM_UP);
      }
    }
    const keepsBusy = limits.length === 1;
    return await Promise.all(
      [...services].map(async ([limit, service]) => {
        const conditions = { latencyMs: LIMITED_LATENCY_MS, limit, keepsBusy };
        return limitedRow(limit, await measure(engine, service, CONNECTOR, items, conditions));
      }),
    );
  } finally {
    for (const service of services.values()) service.stop();
  }
}

function limitedRow(limit: RateLimit, { items, delivered, duplicated, ms }: Measured): LimitedRow {
  const { ratePerSecond, burst, retryAfter } = limit;
  const boundMs = ((items - burst) / ratePerSecond) * 1000;
  return { ratePerSecond, burst, retryAfter, items, delivered, duplicated, ms, boundMs };
}

function limitName({ ratePerSecond, burst, retryAfter }: RateLimit): string {
  return `${ratePerSecond}/s, burst ${burst}, Retry-After ${retryAfter}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
