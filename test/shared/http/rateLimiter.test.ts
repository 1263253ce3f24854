import { z } from 'zod';

import { createClient } from '../../../shared/http/client';
import { createRateLimiter } from '../../../shared/http/rateLimiter';
import type { Transport } from '../../../shared/http/transport';
import { runItems } from '../../../shared/run/runItems';
import { TestClock } from '../../support/clock';
import { LONG } from '../../support/long';

const LATENCY_MS = 20;
const WIDTH = 10;

interface Limit {
  ratePerSecond: number;
  burst: number;
  retryAfter: 'seconds' | 'date' | 'none';
}

interface Trouble {
  /** One request in so many is refused regardless of the limit, e.g. after a pause of the service. */
  strayEvery?: number;
  /** One request in so many is sent only after this process was busy for `BUSY_MS`. */
  busyEvery?: number;
  /** One request in so many is sent only after this process has collected garbage for `GC_MS`. */
  collectsEvery?: number;
  /** How long the service refuses everything at first, ms. */
  downMs?: number;
  /** How long the limit applies, ms. */
  limitedMs?: number;
  /** How much later than usual the next request arrives, ms. */
  jitterMs?: () => number;
}

const BUSY_MS = 6;
/** As measured with 32 requests in parallel. V8 starts right after timers, while a request connects. */
const GC_MS = 4;
/** Time to prepare and connect a request; part of the latency. */
const LEAVING_MS = 1;

/** A process that sends nothing and ends no wait while it is busy. */
function busyClock() {
  const { now, monotonicMs, random, sleep } = new TestClock();
  let busyUntil = -Infinity;
  return {
    now,
    monotonicMs,
    random,
    async sleep(ms: number) {
      await sleep(ms);
      await sleep(busyUntil - now());
    },
    beBusy(ms: number) {
      busyUntil = now() + ms;
    },
  };
}

/** A service with a token bucket, in virtual time. */
function service(time: ReturnType<typeof busyClock>, limit: Limit | undefined, trouble: Trouble) {
  let tokens = limit?.burst ?? 0;
  const begun = time.now();
  let filledAt = begun;
  const stats = { requests: 0, accepted: 0, most: 0, underWay: 0 };
  const transport: Transport = async () => {
    stats.requests += 1;
    stats.underWay += 1;
    stats.most = Math.max(stats.most, stats.underWay);
    const isEvery = (count = Infinity) => stats.requests % count === 0;
    const stray = isEvery(trouble.strayEvery);
    if (isEvery(trouble.busyEvery)) time.beBusy(BUSY_MS);
    await time.sleep(LEAVING_MS + (trouble.jitterMs?.() ?? 0));
    if (isEvery(trouble.collectsEvery)) {
      time.beBusy(GC_MS);
      await time.sleep(0);
    }
    const taken = time.now() - begun >= (trouble.downMs ?? 0) && take() && !stray;
    await time.sleep((taken ? LATENCY_MS : 5) - LEAVING_MS);
    stats.underWay -= 1;
    if (taken) stats.accepted += 1;
    if (taken) return { ok: true, response: { status: 200, headers: {}, body: '{}' } };
    return { ok: true, response: { status: 429, headers: retryAfter(), body: '{}' } };
  };
  function take(): boolean {
    if (!limit || time.now() - begun > (trouble.limitedMs ?? Infinity)) return true;
    tokens = Math.min(limit.burst, tokens + ((time.now() - filledAt) / 1000) * limit.ratePerSecond);
    filledAt = time.now();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }
  function retryAfter(): Record<string, string> {
    if (limit?.retryAfter === 'seconds') return { 'retry-after': '1' };
    if (limit?.retryAfter !== 'date') return {};
    return { 'retry-after': new Date(Math.ceil(time.now() / 1000) * 1000).toUTCString() };
  }
  return { transport, stats };
}

/** Sends `count` requests as the node does. @returns the duration in ms and the service's view */
async function send(count: number, limit?: Limit, trouble: Trouble = {}, patienceMs = 3_600_000) {
  const time = busyClock();
  const { transport, stats } = service(time, limit, trouble);
  const client = createClient({
    baseUrl: 'https://api.example.com',
    transport,
    clock: time,
    maxWaitMs: patienceMs,
  });
  // Reading all items takes some time before the first is sent.
  await time.sleep(300);
  const begun = time.now();
  const results = await runItems({
    items: [...Array(count).keys()],
    concurrency: WIDTH,
    lockKeys: () => [],
    stopOnFailure: false,
    run: () => client.call({ method: 'POST', path: '/pass', retry: 'never', schema: z.unknown() }),
  });
  return { ms: time.now() - begun, results, stats };
}

test('The request rate is unlimited as long as the service accepts it', async () => {
  const { ms, stats } = await send(500);
  expect(stats).toMatchObject({ requests: 500, accepted: 500, most: WIDTH });
  expect(ms).toBe((500 / WIDTH) * LATENCY_MS);
});

const FORMS = ['seconds', 'date', 'none'] as const;
const LIMITS: Limit[] = (LONG ? [5, 50, 200] : [5, 20]).flatMap((ratePerSecond) =>
  [1, ratePerSecond].flatMap((burst) =>
    FORMS.map((retryAfter) => ({ ratePerSecond, burst, retryAfter })),
  ),
);

test.each(LIMITS)('The request rate comes close to what the limit allows: %j', async (limit) => {
  const count = limit.ratePerSecond * 40;
  const { ms, results, stats } = await send(count, limit);
  expect(results.every(({ state }) => state === 'done')).toBe(true);
  expect(stats.accepted).toBe(count);
  expect(stats.requests - stats.accepted).toBeLessThan(count * 0.05 + 30);
  // In virtual time this is the same on every machine.
  const boundMs = ((count - limit.burst) / limit.ratePerSecond) * 1000;
  expect(ms / boundMs).toBeLessThan(limit.burst === 1 ? 1.25 : 1.09);
});

test.each([
  ['the process was busy', { busyEvery: 20 }],
  ['garbage was collected', { collectsEvery: 20 }],
])('The interval to a request is kept if it was sent late because %s', async (_, trouble) => {
  const limit = { ratePerSecond: 50, burst: 1, retryAfter: 'seconds' } as const;
  const undisturbed = await send(1_000, limit);
  const { ms, stats } = await send(1_000, limit, trouble);
  // If it were too close, the next one would be refused; an interval with room for that is 25 % longer.
  expect(stats.requests).toBe(undisturbed.stats.requests);
  expect(ms / undisturbed.ms).toBeLessThan(1.05);
});

test('A request that may not wait any longer leaves the queue, whatever its place', async () => {
  let now = 0;
  const sleeps: (() => void)[] = [];
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      sleeps.push(() => {
        now += ms;
        resolve();
      });
    });
  const limiter = createRateLimiter({ monotonicMs: () => now, random: () => 0, sleep });
  const mayWait = () => {};
  limiter.onThrottle(await limiter.acquire(mayWait), 60_000);
  void limiter.acquire(mayWait);
  let isCanceled = false;
  const canceled = limiter.acquire(() => {
    if (isCanceled) throw new Error('canceled');
  });
  isCanceled = true;
  sleeps.shift()?.();
  await expect(canceled).rejects.toThrow('canceled');
  expect(now).toBeLessThan(60_000);
});
