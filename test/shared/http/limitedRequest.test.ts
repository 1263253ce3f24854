import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { type ClientOptions, createClient } from '../../../shared/http/client';
import { limitedRequest } from '../../../shared/http/limitedRequest';
import { type RepeatedBody, repeated } from '../../support/brokenBodies';
import { TestClock, processClock } from '../../support/clock';
import { failureOf } from '../../support/failures';
import { useFastTime } from '../../support/fastTime';

useFastTime();

const KIB = 1024;
const MIB = 1024 * KIB;
const FILE = { method: 'GET', path: '/x' } as const;
const GET = { ...FILE, schema: z.unknown() } as const;
const POST = { ...GET, method: 'POST', retry: 'never' } as const;

/** One byte every two seconds, for two minutes. */
const dripping = () => repeated(' ', 60, 2000);
/** The timeouts of a call, and of its last attempt or a file. */
const SHORT = { timeoutMs: 4000, lastTimeoutMs: 12_000 };

/** A client of a service whose responses have this body, and go on although nobody reads them. */
function clientOf(
  body: RepeatedBody,
  status = 200,
  options: Partial<ClientOptions> = {},
  headers: Record<string, string> = {},
) {
  const sent = { count: 0, closed: 0 };
  const client = createClient({
    baseUrl: 'https://api.example.com',
    clock: processClock,
    transport: (request) =>
      limitedRequest(request, async () => {
        sent.count += 1;
        return { status, headers, chunks: body.stream(), destroy: () => (sent.closed += 1) };
      }),
    ...options,
  });
  return { client, sent };
}

test('The body of a success is read up to 64 MiB, and then the connection is closed', async () => {
  const body = repeated(Buffer.alloc(MIB, ' '), 1000);
  const { client, sent } = clientOf(body);
  const read = await failureOf(client.call(GET));
  expect(read).toMatchObject({ kind: 'unavailable', status: 200 });
  expect(read.message).toBe('The response to GET /x could not be read (it is longer than 64 MiB)');
  expect(read.fix).toMatch(/^The service has changed/);
  expect(body.taken).toBe(65);
  expect(sent).toEqual({ count: 1, closed: 1 });
  expect(await failureOf(client.call(POST))).toMatchObject({ kind: 'outcomeUnknown' });
});

test.each([402, 500])('The body of an error %s is read up to 64 KiB', async (status) => {
  const body = repeated(Buffer.alloc(KIB, 'x'), 1_000_000);
  const { client, sent } = clientOf(body, status);
  expect(await failureOf(client.call(GET))).toMatchObject({ kind: 'unavailable', status });
  expect(body.taken).toBe(65);
  expect(sent).toEqual({ count: 1, closed: 1 });
});

test.each([200, 500])('A slow body with status %s ends with its attempt', async (status) => {
  const body = dripping();
  const { client, sent } = clientOf(body, status, SHORT);
  const failure = await failureOf(client.call(GET));
  expect(failure.message).toBe('The service could not be reached: no response in time');
  // The attempts last 4, 4 and 12 seconds.
  expect(body.taken).toBe(2 + 2 + 6);
  expect(sent).toEqual({ count: 3, closed: 3 });
});

test('A body that arrives in time is read to its end', async () => {
  const { client, sent } = clientOf(repeated('1', 10, 2000));
  expect(await client.call(GET)).toBe(1_111_111_111);
  expect(sent).toEqual({ count: 1, closed: 0 });
});

test('A response that begins after its attempt has ended is closed', async () => {
  let closed = 0;
  const destroy = () => (closed += 1);
  const result = await limitedRequest({ timeoutMs: 1000 }, async () => {
    await delay(5000);
    return { status: 200, headers: {}, chunks: repeated('1', 1).stream(), destroy };
  });
  expect(result).toEqual({ ok: false, sent: 'maybe', reason: 'no response in time' });
  await delay(5000);
  expect(closed).toBe(1);
});

const readAll = async (chunks: AsyncIterable<Uint8Array>) => {
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.byteLength;
  return bytes;
};

test('A streamed body may be longer than a page, and take longer than an attempt', async () => {
  const body = repeated(Buffer.alloc(5 * MIB), 13, 2000);
  const { client } = clientOf(body, 200, SHORT);
  expect(await client.call({ ...FILE, readStream: readAll })).toBe(65 * MIB);
});

test('A streamed body that arrives byte by byte ends after half an hour', async () => {
  const body = repeated('x', 1000);
  const clock = new TestClock();
  const { client, sent } = clientOf(body, 200, { clock });
  const readStream = async (chunks: AsyncIterable<Uint8Array>) => {
    // The time passes while the reader waits for the next byte.
    for await (const _ of chunks) clock.pass(20_000);
  };
  const failure = await failureOf(client.call({ ...FILE, readStream }));
  expect(failure.message).toContain('the rest did not arrive in time');
  expect(body.taken).toBe(3 * 91);
  expect(sent.closed).toBe(3);
});

test('A streamed body of an error arrives in time, or not at all', async () => {
  const body = dripping();
  const { client } = clientOf(body, 503, SHORT);
  const failure = await failureOf(client.call({ ...FILE, readStream: readAll }));
  expect(failure.message).toContain('no response in time');
  expect(body.taken).toBe(3 * 6);
});

test('A streamed body that is a web page is not read, and its connection is closed', async () => {
  const { client, sent } = clientOf(dripping(), 200, {}, { 'content-type': 'text/html' });
  const failure = await failureOf(client.call({ ...FILE, readStream: readAll }));
  expect(failure.message).toContain('it is a web page');
  expect(sent).toEqual({ count: 1, closed: 1 });
});

test('A streamed body ends when the run is canceled, and other requests do not', async () => {
  const stop = new AbortController();
  const { client, sent } = clientOf(repeated('1', 20, 1000), 200, { signal: stop.signal });
  const download = failureOf(client.call({ ...FILE, readStream: readAll }));
  const read = client.call({ ...GET, schema: z.number() });
  await delay(5500);
  stop.abort();
  expect((await download).message).toContain('canceled');
  expect(sent).toEqual({ count: 2, closed: 1 });
  expect(await read).toBeGreaterThan(1);
  expect(sent).toEqual({ count: 2, closed: 1 });
});
