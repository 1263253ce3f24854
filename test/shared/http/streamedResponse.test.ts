import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

type Read<T> = (chunks: AsyncIterable<Uint8Array>) => Promise<T>;
const GET = { method: 'GET', path: '/x' } as const;

const textOf: Read<string> = async (chunks) => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
};

describe('a streamed response', () => {
  it('arrives in chunks, byte for byte', async () => {
    const client = await clientOf((_request, response) => {
      response.write(PART);
      void delay(1000).then(() => response.end('last'));
    });
    const sizes: number[] = [];
    const text = await client.call({
      ...GET,
      readStream: (chunks) =>
        textOf(
          (async function* () {
            for await (const chunk of chunks) {
              sizes.push(chunk.length);
              yield chunk;
            }
          })(),
        ),
    });
    expect(text).toBe(`${PART}last`);
    expect(sizes.length).toBeGreaterThan(1);
  });

  it('that is an endless error is not read to its end', async () => {
    const body = endless();
    const client = await clientOf((_request, response) => {
      response.writeHead(403);
      pipeline(body.stream(), response).catch(() => undefined);
    });
    const read = client.call({ ...GET, readStream: textOf });
    expect(await failureOf(read)).toMatchObject({ status: 403 });
    expect(body.taken).toBeLessThan(1000);
  });

  it('that ends early is read again from the beginning', async () => {
    let requests = 0;
    const client = await clientOf((_request, response) => {
      requests += 1;
      response.writeHead(200, { 'content-length': PART.length * 2 });
      response.write(PART, () => {
        if (requests < 3) response.destroy();
        else response.end(PART);
      });
    });
    expect(await client.call({ ...GET, readStream: textOf })).toBe(PART + PART);
    expect(requests).toBe(3);
  });

  it.each([
    ['of known length', { 'content-length': PART.length * 2 }],
    ['in chunks', {}],
  ])(
    'that ends early every time is an error, even if all of it could be read: %s',
    async (_how, head) => {
      const client = await clientOf((_request, response) => {
        response.writeHead(200, head);
        response.write(PART, () => response.destroy());
      });
      let reads = 0;
      const failure = await failureOf(
        client.call({
          ...GET,
          readStream: async (chunks) => {
            reads += 1;
            return await textOf(chunks).catch(() => 'good enough');
          },
        }),
      );
      expect(failure.message).toMatch(/ended before it was complete/);
      expect(`${failure.message} ${failure.hint}`).not.toMatch(HARSH_WORDS);
      expect(reads).toBe(3);
    },
  );

  it('that stalls times out, and its connection is closed', async () => {
    const closed: Promise<unknown>[] = [];
    const client = await clientOf((_request, response) => {
      response.write(PART);
      closed.push(once(response, 'close'));
    });
    const failure = await failureOf(client.call({ ...GET, readStream: textOf }));
    expect(failure).toMatchObject({ kind: 'unavailable' });
    expect(failure.message).toContain('the rest did not arrive in time');
    expect(closed).toHaveLength(3);
    await Promise.all(closed);
  });

  it('is closed if its reader stops early', async () => {
    let onClose = () => {};
    const closed = new Promise<void>((resolve) => {
      onClose = resolve;
    });
    const client = await clientOf((_request, response) => {
      response.write(PART);
      response.on('close', onClose);
    });
    const readStream = () => Promise.resolve('enough');
    expect(await client.call({ ...GET, readStream })).toBe('enough');
    await closed;
  });
});
