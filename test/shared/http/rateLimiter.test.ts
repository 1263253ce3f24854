import fc from 'fast-check';
import { z } from 'zod';

import { createClient } from '../../../shared/http/client';
import { createRateLimiter, type Permit } from '../../../shared/http/rateLimiter';
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

/** As measured between n8n and a service on the same machine: mostly short, rarely milliseconds. */
function jitter(seed: number): () => number {
  const part = fc.noBias(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
  const parts = fc.sample(fc.tuple(part, part, part), { seed, numRuns: 5_000 });
  let next = 0;
  return () => {
    const [usual, chance, seldom] = parts[next++ % parts.length] ?? [0, 0, 0];
    const seldomMs = chance < 0.001 ? 1.5 + seldom * 3.5 : 0.5 + seldom;
    return -Math.log(1 - usual) * 0.15 + (chance < 0.01 ? seldomMs : 0);
  };
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
    maxThrottleWaitMs: patienceMs,
  });
  // Reading all items takes some time before the first is sent.
  await time.sleep(300);
  const begun = time.now();
  const results = await runItems({
    items: [...Array(count).keys()],
    concurrency: WIDTH,
    serialKeys: () => [],
    stopOnFailure: false,
    run: () => client.call({ method: 'POST', path: '/pass', retry: 'never', schema: z.unknown() }),
  });
  return { ms: time.now() - begun, results, stats };
}

describe('the request rate', () => {
  it('is unlimited as long as the service accepts it', async () => {
    const { ms, stats } = await send(500);
    expect(stats).toMatchObject({ requests: 500, accepted: 500, most: WIDTH });
    expect(ms).toBe((500 / WIDTH) * LATENCY_MS);
  });

  it('reports no wait for a limit if there is none', async () => {
    const { results } = await send(500, undefined, {}, 0);
    expect(results.every(({ state }) => state === 'done')).toBe(true);
  });

  const LIMITS: Limit[] = (LONG ? [5, 50, 200] : [5, 50]).flatMap((ratePerSecond) =>
    [1, ratePerSecond].flatMap((burst) =>
      (['seconds', 'date', 'none'] as const).map((retryAfter) => ({
        ratePerSecond,
        burst,
        retryAfter,
      })),
    ),
  );

  it.each(LIMITS)('comes close to what the limit allows: %j', async (limit) => {
    const count = limit.ratePerSecond * 40;
    const { ms, results, stats } = await send(count, limit);
    expect(results.every(({ state }) => state === 'done')).toBe(true);
    expect(stats.accepted).toBe(count);
    expect(stats.requests - stats.accepted).toBeLessThan(count * 0.05 + 30);
    // In virtual time this is the same on every machine.
    const boundMs = ((count - limit.burst) / limit.ratePerSecond) * 1000;
    expect(ms / boundMs).toBeLessThan(limit.burst === 1 ? 1.25 : 1.09);
  });

  // A request that is too early costs a second, so the rate has to be lower than the limit.
  const UNEVEN: [Limit, number][] = LIMITS.filter(({ burst }) => burst === 1).map((limit) => [
    limit,
    { 5: 1.15, 50: 1.28, 200: 1.84 }[limit.ratePerSecond] ?? NaN,
  ]);

  it.each(UNEVEN)('adapts to requests that arrive unevenly: %j', async (limit, most) => {
    const count = limit.ratePerSecond * 40;
    const { ms, stats } = await send(count, limit, { jitterMs: jitter(1) });
    expect(stats.accepted).toBe(count);
    expect(ms / (count / limit.ratePerSecond)).toBeLessThan(most * 1000);
  });

  it('does not slow down permanently after stray refusals', async () => {
    const count = 7_000;
    const strayEvery = 700;
    const limit = { ratePerSecond: 50, burst: 1, retryAfter: 'seconds' } as const;
    const { ms, stats } = await send(count, limit, { strayEvery });
    expect(stats.accepted).toBe(count);
    const waitedMs = Math.floor(count / strayEvery) * 1000;
    expect((ms - waitedMs) / (count / limit.ratePerSecond)).toBeLessThan(1.1 * 1000);
  });

  it.each([
    ['the process was busy', { busyEvery: 20 }],
    ['garbage was collected', { collectsEvery: 20 }],
  ])('keeps the interval to a request that was sent late because %s', async (_, trouble) => {
    const limit = { ratePerSecond: 50, burst: 1, retryAfter: 'seconds' } as const;
    const undisturbed = await send(2_000, limit);
    const { ms, stats } = await send(2_000, limit, trouble);
    // If it were too close, the next one would be refused; an interval with room for that is 25 % longer.
    expect(stats.requests).toBe(undisturbed.stats.requests);
    expect(ms / undisturbed.ms).toBeLessThan(1.05);
  });

  describe.each(['seconds', 'none'] as const)('climbs back, with Retry-After %s,', (retryAfter) => {
    const count = 5_000;
    const fullSpeedMs = (count / WIDTH) * LATENCY_MS;

    it('when the service was down', async () => {
      const limit = { ratePerSecond: 10_000, burst: 10_000, retryAfter };
      const { ms, stats } = await send(count, limit, { downMs: 60_000 });
      expect(stats.requests - stats.accepted).toBeLessThan(100);
      // Without a Retry-After, the last wait may end 10 s after the service is back.
      expect(ms).toBeLessThan(60_000 + 10_000 + fullSpeedMs * 1.2);
    });

    it('when its limit was lifted', async () => {
      const limit = { ratePerSecond: 5, burst: 1, retryAfter };
      const { ms } = await send(count, limit, { limitedMs: 60_000 });
      expect(ms).toBeLessThan(60_000 + 60_000 + fullSpeedMs);
    });
  });
});

describe('the rate limiter', () => {
  /** A limiter with a rate of 9 requests/s, in virtual time, and ms from one permit to the next. */
  async function limiterAt9PerSecond() {
    const time = new TestClock();
    const limiter = createRateLimiter(time);
    const acquire = () => limiter.acquire(() => {});
    const intervalMs = async () => {
      await acquire();
      const begun = time.now();
      await acquire();
      return time.now() - begun;
    };
    limiter.onThrottle(await acquire(), 1000);
    for (let accepted = 0; accepted < 2; accepted++) limiter.onNotThrottled(await acquire());
    return { time, limiter, acquire, intervalMs };
  }

  it('adds 4 requests/s for each accepted one after the first throttle', async () => {
    const { intervalMs } = await limiterAt9PerSecond();
    expect(await intervalMs()).toBeCloseTo(1000 / 9, 1);
  });

  it('cuts the rate once for requests refused together, and waits as long as any of them asks', async () => {
    const { time, limiter, acquire, intervalMs } = await limiterAt9PerSecond();
    limiter.onNotThrottled(await acquire());
    const sent: Permit[] = [];
    for (let i = 0; i < 3; i++) sent.push(await acquire());
    const begun = time.now();
    sent.forEach((permit, i) => limiter.onThrottle(permit, (i + 1) * 1000));
    await acquire();
    expect(time.now() - begun).toBeCloseTo(3000, 1);
    // The last rate that was accepted is 9/s.
    expect(await intervalMs()).toBeCloseTo(1000 / (9 * 0.9), 1);
  });

  it('keeps the rate if the first request after a wait is refused', async () => {
    const { limiter, acquire, intervalMs } = await limiterAt9PerSecond();
    limiter.onThrottle(await acquire(), 1000);
    for (let refused = 0; refused < 5; refused++) limiter.onThrottle(await acquire(), 1000);
    // Cut once from 5/s, the last rate that was accepted.
    expect(await intervalMs()).toBeCloseTo(1000 / (5 * 0.9), 1);
  });

  it('does not raise the rate during a pause, or if requests are below the rate', async () => {
    const { time, limiter, acquire, intervalMs } = await limiterAt9PerSecond();
    limiter.onThrottle(await acquire(), 1000);
    const before = await intervalMs();
    for (let slow = 0; slow < 20; slow++) {
      await time.sleep(60_000);
      limiter.onNotThrottled(await acquire());
    }
    expect(await intervalMs()).toBeCloseTo(before, 1);
  });
});
