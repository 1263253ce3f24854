import { z } from 'zod';

import { createClient } from '../../../shared/http/client';
import type { Transport } from '../../../shared/http/transport';
import { runItems } from '../../../shared/operations/runItems';
import { VirtualTime } from '../../support/virtualTime';

const LATENCY_MS = 20;
const WIDTH = 10;

interface Limit {
  ratePerSecond: number;
  burst: number;
  retryAfter: 'seconds' | 'date' | 'none';
}

/** Every so many requests one is refused for no reason of the limit, as after a pause at either end. */
interface Strays {
  every: number;
}

/** A service with a token bucket, in virtual time. */
function service(time: VirtualTime, limit: Limit | undefined, strays: Strays | undefined) {
  let tokens = limit?.burst ?? 0;
  let filledAt = time.now();
  const stats = { requests: 0, accepted: 0, most: 0, underWay: 0 };
  const transport: Transport = async () => {
    stats.requests += 1;
    stats.underWay += 1;
    stats.most = Math.max(stats.most, stats.underWay);
    const taken = take() && !(strays && stats.requests % strays.every === 0);
    await time.sleep(taken ? LATENCY_MS : 5);
    stats.underWay -= 1;
    if (taken) stats.accepted += 1;
    if (taken) return { arrived: true, response: { status: 200, headers: {}, body: '{}' } };
    return { arrived: true, response: { status: 429, headers: retryAfter(), body: '{}' } };
  };
  function take(): boolean {
    if (!limit) return true;
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

/** Sends `count` requests as the node does; ms it took and what the service saw. */
async function send(count: number, limit?: Limit, strays?: Strays, patienceMs = 3_600_000) {
  const time = new VirtualTime();
  const { transport, stats } = service(time, limit, strays);
  const client = createClient({
    baseUrl: 'https://api.example.com',
    transport,
    ports: time,
    patienceMs,
  });
  // Reading all items takes its time before the first is sent.
  await time.run(time.sleep(300));
  const begun = time.now();
  const results = await time.run(
    runItems({
      count,
      width: () => WIDTH,
      lane: () => undefined,
      stopOnFailure: false,
      run: () =>
        client.call({ method: 'POST', path: '/pass', repeat: 'never', answer: z.unknown() }),
    }),
  );
  return { ms: time.now() - begun, results, stats };
}

describe('the pace', () => {
  it('is the full width as long as the service takes it', async () => {
    const { ms, stats } = await send(500);
    expect(stats).toMatchObject({ requests: 500, accepted: 500, most: WIDTH });
    // The first ones begin one after the other.
    expect(ms).toBeLessThanOrEqual((500 / WIDTH) * LATENCY_MS + 2 * WIDTH);
  });

  it('calls nothing a wait for a limit that is none', async () => {
    const { results } = await send(500, undefined, undefined, 0);
    expect(results.every(({ state }) => state === 'done')).toBe(true);
  });

  const LIMITS: Limit[] = [5, 50, 200].flatMap((ratePerSecond) =>
    [1, ratePerSecond].flatMap((burst) =>
      (['seconds', 'date', 'none'] as const).map((retryAfter) => ({
        ratePerSecond,
        burst,
        retryAfter,
      })),
    ),
  );

  it.each(LIMITS)('costs at most 15 % of the time the limit allows: %j', async (limit) => {
    const count = limit.ratePerSecond * 40;
    const { ms, results, stats } = await send(count, limit);
    expect(results.every(({ state }) => state === 'done')).toBe(true);
    expect(stats.accepted).toBe(count);
    expect(stats.requests - stats.accepted).toBeLessThan(count * 0.05 + 30);
    // In virtual time this is the same on every machine.
    const boundMs = ((count - limit.burst) / limit.ratePerSecond) * 1000;
    expect(ms / boundMs).toBeLessThan(1.15);
  });

  it('does not slow down for good after refusals that are strays', async () => {
    const count = 7_000;
    const strays = { every: 700 };
    const limit = { ratePerSecond: 50, burst: 1, retryAfter: 'seconds' } as const;
    const { ms, stats } = await send(count, limit, strays);
    expect(stats.accepted).toBe(count);
    const waitedMs = Math.floor(count / strays.every) * 1000;
    expect((ms - waitedMs) / (count / limit.ratePerSecond)).toBeLessThan(1.1 * 1000);
  });
});
