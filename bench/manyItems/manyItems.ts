import type { INodeType } from 'n8n-workflow';

import type { RateLimit } from '../../sandbox/control/rateLimit';
import type { RetryAfter } from '../../sandbox/control/retryAfter';
import type { Measured } from './measure';
import { benchEngine, measure } from './measure';
import { startService } from './serviceProcess';
import type { Way } from './ways';
import { CONNECTOR, HTTP_REQUEST, HTTP_REQUEST_BATCHED, LOOP, POOL } from './ways';

/** 500 people, as in "what people use today". */
const ITEMS = 500;
const LATENCY_MS = 50;
const WIDTH = 10;
/** Under a limit the service answers faster than it may be asked, or its latency is what limits. */
const LIMITED_LATENCY_MS = 20;
const REPEATS = 3;

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
 * Issues passes through n8n in every way, without and under limits.
 * @param httpRequest n8n's own node, where there is one on this machine
 * @param say told before each part
 */
export async function manyItems(
  httpRequest: INodeType | undefined,
  say: (part: string) => void,
): Promise<ManyItems> {
  const own = httpRequest ? [HTTP_REQUEST, HTTP_REQUEST_BATCHED] : [];
  const ways: WayRow[] = [];
  for (const way of [CONNECTOR, POOL, LOOP, ...own]) {
    say(way.name);
    ways.push(await compareWay(httpRequest, way));
  }
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
    limited: await limitedRows(say),
    ways,
  };
}

async function compareWay(httpRequest: INodeType | undefined, way: Way): Promise<WayRow> {
  const engine = await benchEngine(httpRequest);
  const service = await startService();
  const free = { latencyMs: LATENCY_MS, limit: null };
  const limit: RateLimit = { ratePerSecond: 50, burst: 50, retryAfter: 'seconds' };
  try {
    // What is compiled on the way belongs to no way.
    await measure(engine, service, way, ITEMS, { latencyMs: 1, limit: null });
    const runs: Measured[] = [];
    // The loop takes its half minute every time.
    const repeats = way === LOOP ? 1 : REPEATS;
    for (let i = 0; i < repeats; i++) {
      runs.push(await measure(engine, service, way, ITEMS, free));
    }
    const middle = [...runs].sort((a, b) => a.ms - b.ms)[Math.floor(repeats / 2)] as Measured;
    const limited = await measure(engine, service, way, ITEMS, { latencyMs: LATENCY_MS, limit });
    return {
      way: way.name,
      ms: middle.ms,
      inFlightMax: middle.inFlightMax,
      cpuMsPerItem: rounded(middle.cpuMsPerItem),
      limitedMs: limited.ms,
      limitedDelivered: limited.delivered,
    };
  } finally {
    service.stop();
  }
}

/** Every limit: several of the slow ones at a time, since they hardly use the machine. */
async function limitedRows(say: (part: string) => void): Promise<LimitedRow[]> {
  const rows: LimitedRow[] = [];
  for (const [ratePerSecond, seconds, together] of [
    [5, 40, 6],
    [50, 40, 3],
    [200, 20, 2],
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
      rows.push(...(await Promise.all(now.map((limit) => underLimit(limit, seconds)))));
    }
  }
  return rows;
}

async function underLimit(limit: RateLimit, seconds: number): Promise<LimitedRow> {
  const { ratePerSecond, burst, retryAfter } = limit;
  const items = ratePerSecond * seconds;
  const engine = await benchEngine(undefined);
  const service = await startService();
  try {
    const conditions = { latencyMs: LIMITED_LATENCY_MS, limit };
    const { delivered, duplicated, ms } = await measure(
      engine,
      service,
      CONNECTOR,
      items,
      conditions,
    );
    const boundMs = ((items - burst) / ratePerSecond) * 1000;
    return { ratePerSecond, burst, retryAfter, items, delivered, duplicated, ms, boundMs };
  } finally {
    service.stop();
  }
}

function limitName({ ratePerSecond, burst, retryAfter }: RateLimit): string {
  return `${ratePerSecond}/s, burst ${burst}, Retry-After ${retryAfter}`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
