import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { startWebServer } from './webServer';

export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged instead. */
  bytes?: Buffer;
  /** Streamed without a declared length. */
  stream?: AsyncIterable<Buffer>;
  /** The connection is dropped after these bytes, in the middle of the response. */
  cutOff?: boolean;
}

interface StubRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Parsed JSON; the text of another type; `undefined` without a body. */
  body: unknown;
}

/** A service with scripted responses, for cases that the sandbox does not have. */
export interface StubService {
  baseUrl: string;
  /** Oldest first. */
  requests: StubRequest[];
}

const running = new Set<() => Promise<void>>();

// Also after a test that failed: an open port would keep the run from ending.
afterEach(async () => {
  await Promise.all([...running].map((close) => close()));
  running.clear();
});

/** Starts it on a free port of 127.0.0.1, until the end of the test. */
export async function startStub(
  answer: (request: StubRequest) => StubAnswer,
): Promise<StubService> {
  const requests: StubRequest[] = [];
  const { origin, close } = await startWebServer((incoming, outgoing) => {
    void readBody(incoming).then((body) => {
      const { method = 'GET', url: path = '/', headers } = incoming;
      const request = { method, path, headers, body };
      requests.push(request);
      const { status = 200, headers: answered, ...payload } = answer(request);
      const { body: content, bytes, stream, cutOff } = payload;
      outgoing.writeHead(status, { 'content-type': 'application/json', ...answered });
      if (stream) pipeline(stream, outgoing).catch(() => undefined);
      else if (cutOff) outgoing.write(bytes, () => outgoing.destroy());
      else outgoing.end(bytes ?? JSON.stringify(content ?? {}));
    });
  });
  running.add(close);
  return { baseUrl: origin, requests };
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const isJson = incoming.headers['content-type']?.startsWith('application/json');
  const text = Buffer.concat(chunks).toString();
  return isJson ? (JSON.parse(text) as unknown) : text || undefined;
}

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A web server that answers every request with the same image. */
export const startImageHost = () =>
  startStub(() => ({ headers: { 'content-type': 'image/png' }, bytes: PNG }));
