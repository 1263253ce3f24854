/** Zapier ends a step after 30 s. A clock that moves only when something waits shows the time left. */

import { z } from 'zod';

import { type ClientOptions, createClient } from '../../shared/http/client';
import type { TransportResult } from '../../shared/http/transport';
import { issueOnce } from '../../shared/operations/pass/issue/issueOnce';
import { RunPasses } from '../../shared/operations/runPasses';
import { SharedAccount } from '../../shared/operations/sharedAccount';

interface Run {
  client: ReturnType<typeof createClient>;
  /** Timeout of each attempt, ms. */
  tries: number[];
  elapsed: () => number;
}

/** A client with Zapier's limits whose service returns these responses, each after `takesMs`. */
function clientWith(
  responses: TransportResult[],
  takesMs: number,
  limits: Partial<ClientOptions> = {},
  /** How late every wait ends, ms. */
  lateMs = 0,
): Run {
  let now = 0;
  const tries: number[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com',
    clock: {
      now: () => now,
      monotonicMs: () => now,
      sleep: (ms) => {
        now += ms + lateMs;
        return Promise.resolve();
      },
      random: () => 1,
    },
    transport: ({ timeoutMs }) => {
      const response = responses[tries.length] ?? responses.at(-1);
      if (!response) throw new Error('No response');
      tries.push(timeoutMs);
      now += Math.min(takesMs, timeoutMs);
      return Promise.resolve(takesMs > timeoutMs ? SILENCE : response);
    },
    maxWaitMs: 5_000,
    deadlineAt: 25_000,
    ...limits,
  });
  return { client, tries, elapsed: () => now };
}

const SILENCE: TransportResult = { ok: false, sent: 'maybe', reason: 'no response in time' };
const OK: TransportResult = { ok: true, response: { status: 200, headers: {}, body: '{}' } };
const LONG_WAITS = { maxWaitMs: 60_000 };
const GET = { method: 'GET', path: '/pass', schema: z.unknown() } as const;
const POST = { ...GET, method: 'POST', retry: 'never' } as const;

function slowDown(seconds: number): TransportResult {
  const headers = { 'retry-after': String(seconds) };
  return { ok: true, response: { status: 429, headers, body: '' } };
}

test('A call that may not be repeated gets all remaining time', async () => {
  const { client, tries } = clientWith([OK], 24_000);
  await expect(client.call(POST)).resolves.toEqual({});
  expect(tries).toEqual([25_000]);
});

test('A run reserves time for the lookup after an unknown result', async () => {
  const { client, elapsed } = clientWith([OK], 60_000);
  const issued = client.call({ ...POST, retry: 'lookUpFirst' });
  await expect(issued).rejects.toMatchObject({ kind: 'outcomeUnknown' });
  expect(elapsed()).toBe(18_000);
  expect(client.hasTimeToWait(0)).toBe(true);
  expect(client.hasTimeToRetry()).toBe(false);
});

test('A run near its end does not issue again: the first request may still be in progress', async () => {
  const { client, tries, elapsed } = clientWith([OK], 60_000);
  const ref = { templateId: 't', externalId: 'M-1' };
  const passes = new RunPasses(client, new SharedAccount(client.clock));
  const context = { client, passes, timezone: 'UTC' };
  const issued = issueOnce(context, { passes: [ref] }, [ref]);
  await expect(issued).rejects.toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
  // The first lookup begins after 20 s.
  expect(tries).toEqual([18_000, 5_000]);
  expect(elapsed()).toBe(25_000);
});

test('A run starts no attempt that would be cut off immediately, and reports that nothing was sent', async () => {
  const { client, tries } = clientWith([OK], 0, { deadlineAt: 900 });
  await expect(client.call(POST)).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The time limit was reached before the last request was sent',
  });
  expect(tries).toEqual([]);
});

test('A run reports the rate limit if the wait for it ends too late', async () => {
  const { client, tries } = clientWith([slowDown(1), OK], 23_000, LONG_WAITS, 5);
  await expect(client.call(POST)).rejects.toMatchObject({
    kind: 'rateLimited',
    message: 'The service is rate limiting requests',
  });
  expect(tries).toEqual([25_000]);
});
