import type { INodeType } from 'n8n-workflow';

import type { RateLimit } from '../../sandbox/control/rateLimit';
import type { RetryAfter } from '../../sandbox/control/retryAfter';
import type { N8nEngine } from '../../test/engines/n8nEngine';
import { middle } from '../middle';
import type { Measured } from './measure';
import { benchEngine, measure } from './measure';
import type { Conditions } from './service';
import type { ServiceProcess } from './serviceProcess';
import { SHORT_PAUSES, startService } from './serviceProcess';
import type { Way } from './ways';
import { CONNECTOR, HTTP_REQUEST, HTTP_REQUEST_BATCHED, LOOP, POOL } from './ways';

/** 500 people, as in "what people use today". */
const ITEMS = 500;
const LATENCY_MS = 50;
const WIDTH = 10;
/** Under a limit the service answers faster than it may be asked, or its latency is what limits. */
const LIMITED_LATENCY_MS = 20;
/** What is compiled only later would make the first ones slow, and requests come late. */
const WARM_UPS = 6;
const WARM_UP: Conditions = { latencyMs: 1, limit: null, awake: false };
const REPEATS = 5;

/** One way with and without a limit of 50 requests a second. */
export interface WayRow {
  way: string;
  ms: number;
  inFlightMax: number;
  cpuMsPerItem: number;
  limitedMs: number;
  limitedDelivered: number;
}

export interface LimitedRow {
  ratePerSecond: number;
  burst: number;
  retryAfter: RetryAfter;
  items: number;
  delivered: number;
  duplicated: number;
  ms: number;
  /** What the limit alone allows: (items - burst) / rate. */
  boundMs: number;
}

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
  ways: WayRow[];
}

/**
 * Issues passes through n8n in every way, without and under one limit.
 * @param httpRequest n8n's own node, where there is one on this machine
 * @param say told before each part
 */
export async function everyWay(
  httpRequest: INodeType | undefined,
  say: (part: string) => void,
): Promise<Pick<ManyItems, 'unlimited' | 'ways'>> {
  const own = httpRequest ? [HTTP_REQUEST, HTTP_REQUEST_BATCHED] : [];
  const ways = await compareWays(httpRequest, [CONNECTOR, POOL, LOOP, ...own], say);
  const [connector] = ways;
  const loop = ways.find(({ way }) => way === LOOP.name);
  if (!connector || !loop) throw new Error('The connector and the loop are always measured');
  return {
    unlimited: {
      items: ITEMS,
      latencyMs: LATENCY_MS,
      sequentialMs: loop.ms,
      connectorMs: connector.ms,
      idealMs: (ITEMS / WIDTH) * LATENCY_MS,
      cpuMsPerItem: connector.cpuMsPerItem,
    },
    ways,
  };
}

/** All ways in one process, round by round: what is compiled, and what the machine does, is the same for all. */
async function compareWays(
  httpRequest: INodeType | undefined,
  ways: Way[],
  say: (part: string) => void,
): Promise<WayRow[]> {
  const engine = await benchEngine(httpRequest);
  const service = await startService();
  const run = (way: Way, conditions: Conditions) =>
    measure(engine, service, way, ITEMS, conditions);
  const runs = new Map(ways.map((way) => [way, [] as Measured[]]));
  try {
    say('warming up');
    for (let round = 1; round < WARM_UPS; round++) {
      for (const way of ways) await run(way, WARM_UP);
    }
    for (let round = 1; round <= REPEATS; round++) {
      say(`round ${round} of ${REPEATS}`);
      for (const [way, measured] of runs) {
        // Otherwise the way that follows a slow one would be the coldest.
        await run(way, WARM_UP);
        measured.push(await run(way, { latencyMs: LATENCY_MS, limit: null, awake: true }));
      }
    }
    const limit: RateLimit = { ratePerSecond: 50, burst: 50, retryAfter: 'seconds' };
    const rows: WayRow[] = [];
    for (const [way, measured] of runs) {
      say(`${way.name}, 50/s`);
      const limited = await run(way, { latencyMs: LATENCY_MS, limit, awake: true });
      rows.push({
        way: way.name,
        ms: middle(measured.map(({ ms }) => ms)),
        inFlightMax: Math.max(...measured.map(({ inFlightMax }) => inFlightMax)),
        cpuMsPerItem: rounded(middle(measured.map(({ cpuMsPerItem }) => cpuMsPerItem))),
        limitedMs: limited.ms,
        limitedDelivered: limited.delivered,
      });
    }
    return rows;
  } finally {
    service.stop();
  }
}

/** The connector under every limit: the slowest ones together, since they hardly use the machine. */
export async function everyLimit(say: (part: string) => void): Promise<LimitedRow[]> {
  const engine = await benchEngine(undefined);
  const rows: LimitedRow[] = [];
  for (const [ratePerSecond, seconds, together] of [
    [5, 40, 6],
    [50, 40, 1],
    [200, 30, 1],
  ] as const) {
    const limits = [1, ratePerSecond].flatMap((burst) =>
      (['seconds', 'date', 'none'] as const).map((retryAfter) => ({
        ratePerSecond,
        burst,
        retryAfter,
      })),
    );
    for (let at = 0; at < limits.length; at += together) {
      const now = limits.slice(at, at + together);
      say(now.map(limitName).join(', '));
      const items = ratePerSecond * seconds;
      rows.push(...(await underLimits(engine, now, items)));
    }
  }
  return rows;
}

/** Each with a service of its own, at the same time. All are warm before the first is measured. */
async function underLimits(
  engine: N8nEngine,
  limits: RateLimit[],
  items: number,
): Promise<LimitedRow[]> {
  const services = new Map<RateLimit, ServiceProcess>();
  try {
    for (const limit of limits) {
      const service = await startService(SHORT_PAUSES);
      services.set(limit, service);
      for (let round = 0; round < WARM_UPS; round++) {
        await measure(engine, service, CONNECTOR, ITEMS, WARM_UP);
      }
    }
    const awake = limits.length === 1;
    return await Promise.all(
      [...services].map(async ([limit, service]) => {
        const conditions = { latencyMs: LIMITED_LATENCY_MS, limit, awake };
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
