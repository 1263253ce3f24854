import type { RateLimit, RetryAfter } from '../../sandbox/control/rateLimit';
import type { N8nEngine } from '../../test/engines/n8nEngine';
import { size } from '../size';
import { type Measured, benchEngine, measure } from './measure';
import type { Conditions } from './service';
import { type ServiceProcess, SHORT_GC_PAUSES, startService } from './serviceProcess';
import { CONNECTOR } from './approaches';

/** Passes of a warm-up. */
const ITEMS = size(500, 20);
/** Low enough that the rate limit, not the latency, determines the time. */
const LIMITED_LATENCY_MS = 20;
/** Runs before the measurement, so that V8 has compiled and optimized the code. */
const WARM_UPS = size(6, 1);
const WARM_UP: Conditions = { latencyMs: 1, limit: null, keepsBusy: false };
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

/** The connector under one rate limit. Times in ms. */
export interface LimitedRow {
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

/** The connector under every limit. The slowest limits run at the same time, as they need little CPU. */
export async function benchLimits(log: (part: string) => void): Promise<LimitedRow[]> {
  const engine = await benchEngine();
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
