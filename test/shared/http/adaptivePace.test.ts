import { z } from 'zod';

import { createClient } from '../../../shared/http/client';
import type { Transport } from '../../../shared/http/transport';
import { runItems } from '../../../shared/operations/runItems';
import { VirtualTime } from '../../support/virtualTime';

const LATENCY_MS = 50;
const WIDTH = 10;

interface Limit {
  ratePerSecond: number;
  burst: number;
  retryAfter: 'seconds' | 'none';
}

/** A service with a token bucket, in virtual time. */
function service(time: VirtualTime, limit: Limit | undefined) {
  let tokens = limit?.burst ?? 0;
  let filledAt = time.now();
  const stats = { requests: 0, accepted: 0, most: 0, underWay: 0 };
  const transport: Transport = async () => {
    stats.requests += 1;
    stats.underWay += 1;
    stats.most = Math.max(stats.most, stats.underWay);
    const taken = take();
    await time.sleep(taken ? LATENCY_MS : 5);
    stats.underWay -= 1;
    if (taken) stats.accepted += 1;
    const headers: Record<string, string> =
      limit?.retryAfter === 'seconds' ? { 'retry-after': '1' } : {};
    return { arrived: true, response: { status: taken ? 200 : 429, headers, body: '{}' } };
  };
  function take(): boolean {
    if (!limit) return true;
    tokens = Math.min(limit.burst, tokens + ((time.now() - filledAt) / 1000) * limit.ratePerSecond);
    filledAt = time.now();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }
  return { transport, stats };
}

/** Sends `count` requests as the node does; ms it took and what the service saw. */
async function send(count: number, limit?: Limit) {
  const time = new VirtualTime();
  const { transport, stats } = service(time, limit);
  const client = createClient({
    baseUrl: 'https://api.example.com',
    transport,
    ports: time,
    patienceMs: 3_600_000,
  });
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
    expect(ms).toBe((500 / WIDTH) * LATENCY_MS);
  });

  const LIMITS: Limit[] = [5, 50, 200].flatMap((ratePerSecond) =>
    [1, ratePerSecond].flatMap((burst) =>
      (['seconds', 'none'] as const).map((retryAfter) => ({ ratePerSecond, burst, retryAfter })),
    ),
  );

  it.each(LIMITS)('loses nothing under %j, and asks little in vain', async (limit) => {
    const count = limit.ratePerSecond * 20;
    const { ms, results, stats } = await send(count, limit);
    expect(results.every(({ state }) => state === 'done')).toBe(true);
    expect(stats.accepted).toBe(count);
    const refused = stats.requests - stats.accepted;
    const boundMs = ((count - limit.burst) / limit.ratePerSecond) * 1000;
    expect(refused).toBeLessThan(count * 0.1 + 30);
    // In virtual time this is the same on every machine.
    expect(ms).toBeLessThan(boundMs * 2 + 1000);
  });
});
