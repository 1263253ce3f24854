import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { type ClientOptions, createClient } from '../../../shared/http/client';
import { endless } from '../../support/brokenBodies';
import { fetchTransport } from '../../support/fetchTransport';
import { processClock } from '../../support/clock';
import { HARSH_WORDS, failureOf } from '../../support/failures';
import { useFastTime } from '../../support/fastTime';

useFastTime();

const PART = 'one,two\n'.repeat(2000);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A client of a service with this request listener. */
async function clientOf(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = fetchTransport('svc_sk_x', fetch);
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createClient({ baseUrl, transport, clock: processClock, ...options });
}

const GET = { method: 'GET', path: '/x' } as const;

test('A streamed response arrives in chunks, byte for byte', async () => {
  const client = await clientOf((_request, response) => {
    response.write(PART);
    void delay(1000).then(() => response.end('last'));
  });
  const readStream = (body: AsyncIterable<Uint8Array>) => Readable.from(body).toArray();
  const chunks = (await client.call({ ...GET, readStream })) as Uint8Array[];
  expect(Buffer.concat(chunks).toString()).toBe(`${PART}last`);
  expect(chunks.length).toBeGreaterThan(1);
});

test('A streamed response that is an endless error is not read to its end', async () => {
  const body = endless();
  const client = await clientOf((_request, response) => {
    response.writeHead(403);
    pipeline(body.stream(), response).catch(() => undefined);
  });
  const read = client.call({ ...GET, readStream: text });
  expect(await failureOf(read)).toMatchObject({ status: 403 });
  expect(body.taken).toBeLessThan(1000);
});

test('A streamed response that ends early is read again from the beginning', async () => {
  let requests = 0;
  const client = await clientOf((_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-length': PART.length * 2 });
    response.write(PART, () => {
      if (requests < 3) response.destroy();
      else response.end(PART);
    });
  });
  expect(await client.call({ ...GET, readStream: text })).toBe(PART + PART);
  expect(requests).toBe(3);
});

test.each([
  ['of known length', { 'content-length': PART.length * 2 }],
  ['in chunks', {}],
])('A streamed response %s that always ends early is an error', async (_how, head) => {
  const client = await clientOf((_request, response) => {
    response.writeHead(200, head);
    response.write(PART, () => response.destroy());
  });
  let reads = 0;
  const readStream = (body: AsyncIterable<Uint8Array>) => {
    reads += 1;
    return text(body).catch(() => 'good enough');
  };
  const failure = await failureOf(client.call({ ...GET, readStream }));
  expect(failure.message).toMatch(/ended before it was complete/);
  expect(`${failure.message} ${failure.fix}`).not.toMatch(HARSH_WORDS);
  expect(reads).toBe(3);
});

test('A streamed response that stalls times out, and its connection is closed', async () => {
  const closed: Promise<unknown>[] = [];
  const client = await clientOf((_request, response) => {
    response.write(PART);
    closed.push(once(response, 'close'));
  });
  const failure = await failureOf(client.call({ ...GET, readStream: text }));
  expect(failure).toMatchObject({ kind: 'unavailable' });
  expect(failure.message).toContain('the rest did not arrive in time');
  expect(closed).toHaveLength(3);
  await Promise.all(closed);
});

test('A streamed response is closed if its reader stops early', async () => {
  const closed: Promise<unknown>[] = [];
  const client = await clientOf((_request, response) => {
    response.write(PART);
    closed.push(once(response, 'close'));
  });
  const readStream = () => Promise.resolve('enough');
  expect(await client.call({ ...GET, readStream })).toBe('enough');
  expect(closed).toHaveLength(1);
  await Promise.all(closed);
});
