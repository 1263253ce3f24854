import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type ClientOptions, createClient } from '../../../shared/http/client';
import { fetchTransport } from '../../support/fetchTransport';
import { fastClock } from '../../support/clock';
import { HARSH_WORDS, failureOf } from '../../support/failures';
import { type Reply, scripted } from '../../support/scriptedTransport';

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
  return createClient({ baseUrl, transport, clock: fastClock, ...options });
}

type Read<T> = (chunks: AsyncIterable<Uint8Array>) => Promise<T>;
const GET = { method: 'GET', path: '/x' } as const;

const textOf: Read<string> = async (chunks) => {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString();
};

function scriptedCall<T>(parser: Read<T>, ...replies: Reply[]) {
  const service = scripted(...replies);
  const client = createClient({
    baseUrl: 'https://api.example.com',
    transport: service.transport,
    clock: fastClock,
  });
  return { read: client.call({ ...GET, parser }), sent: service.sent };
}

describe('a streamed response', () => {
  it('arrives in chunks, byte for byte', async () => {
    const client = await clientOf((_request, response) => {
      response.write(PART);
      setTimeout(() => response.end('last'), 20);
    });
    const sizes: number[] = [];
    const text = await client.call({
      ...GET,
      parser: (chunks) =>
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

  it('that is an error is read like every other one', async () => {
    const { read } = scriptedCall(textOf, {
      status: 403,
      body: { error: 'Missing permission: x.y' },
    });
    expect(await failureOf(read)).toMatchObject({ kind: 'missingScope', scope: 'x.y' });
  });

  it('that is an endless error is not read to its end', async () => {
    let served = 0;
    const client = await clientOf((_request, response) => {
      response.writeHead(403);
      const more = () => {
        for (; served < 100_000 && response.write(PART); served += 1);
        if (served < 100_000) response.once('drain', more);
        else response.end();
      };
      more();
    });
    const read = client.call({ ...GET, parser: textOf });
    expect(await failureOf(read)).toMatchObject({ status: 403 });
    expect(served).toBeLessThan(5000);
  });

  it('that is a web page is unexpected', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const { read } = scriptedCall(textOf, { headers, body: '<html>' });
    const failure = await failureOf(read);
    expect(failure).toMatchObject({ kind: 'unavailable', status: 200 });
    expect(failure.hint).toContain("'Base URL'");
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
    expect(await client.call({ ...GET, parser: textOf })).toBe(PART + PART);
    expect(requests).toBe(3);
  });

  it.each([
    ['of known length', { 'content-length': PART.length * 2 }],
    ['in chunks', {}],
  ])(
    'that ends early every time is an error, even if the parser succeeds: %s',
    async (_how, head) => {
      const client = await clientOf((_request, response) => {
        response.writeHead(200, head);
        response.write(PART, () => response.destroy());
      });
      let reads = 0;
      const failure = await failureOf(
        client.call({
          ...GET,
          parser: async (chunks) => {
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
    let closed = 0;
    const client = await clientOf(
      (_request, response) => {
        response.write(PART);
        response.on('close', () => (closed += 1));
      },
      { timeoutMs: 500 },
    );
    const failure = await failureOf(client.call({ ...GET, parser: textOf }));
    expect(failure).toMatchObject({ kind: 'unavailable' });
    expect(failure.message).toContain('the rest did not arrive in time');
    while (closed < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('may take as long as its parser needs', async () => {
    const client = await clientOf((_request, response) => response.end(PART), { timeoutMs: 100 });
    const text = await client.call({
      ...GET,
      parser: async (chunks) => {
        let all = '';
        for await (const chunk of chunks) {
          all += Buffer.from(chunk).toString();
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
        return all;
      },
    });
    expect(text).toBe(PART);
  });

  it('ends at the deadline, even if chunks keep arriving', async () => {
    const client = await clientOf(
      (_request, response) => {
        const timer = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(timer));
      },
      { deadlineAt: performance.now() + 1200 },
    );
    expect((await failureOf(client.call({ ...GET, parser: textOf }))).kind).toBe('unavailable');
  });

  it('is not retried if its parser throws, and the error is unchanged', async () => {
    const full = new Error('disk full');
    const { read, sent } = scriptedCall(() => Promise.reject(full), { body: 'x' });
    await expect(read).rejects.toBe(full);
    expect(sent).toHaveLength(1);
  });

  it('is closed if its parser stops early', async () => {
    let onClose = () => {};
    const closed = new Promise<void>((resolve) => {
      onClose = resolve;
    });
    const client = await clientOf((_request, response) => {
      response.write(PART);
      response.on('close', onClose);
    });
    const parser = () => Promise.resolve('enough');
    expect(await client.call({ ...GET, parser })).toBe('enough');
    await closed;
  });
});
