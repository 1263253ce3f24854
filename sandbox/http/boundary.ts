/** What the sandbox accepts at all, before it looks at a path. */
import type { MiddlewareHandler } from 'hono';

import { fileTooLarge } from '../resources/files/fetchImage';
import { LIMITS } from '../../shared/service/vocabulary';
import { type ApiEnv, isMultipart } from './env';

const MIB = 1024 * 1024;

/**
 * Refuses what a page of another site could send in the browser of whoever runs the sandbox: pages and controls need
 * no key.
 * - `Origin` must be the sandbox's own if there is one.
 * - `Host` must be its own, too: a site can let its own name resolve to this machine, and its pages then send no
 *   `Origin`.
 * @param baseUrl of the sandbox
 */
export function onlyOwnPages(baseUrl: string): MiddlewareHandler {
  const { port } = new URL(baseUrl);
  const own = ['127.0.0.1', 'localhost'].map((host) => new URL(`http://${host}:${port}`).origin);
  return async (c, next) => {
    const host = new URL(c.req.url).origin;
    if (!own.includes(host)) {
      return c.json({ error: `The sandbox is at ${own.join(' or ')}, not at ${host}.` }, 403);
    }
    const from = c.req.header('Origin');
    if (from !== undefined && !own.includes(from)) {
      return c.json({ error: `The sandbox does not accept requests of pages on ${from}.` }, 403);
    }
    return next();
  };
}

/** Largest body, and largest form: a file, and what surrounds it. */
const MOST_BYTES = { body: MIB, form: LIMITS.fileUploadBytes + MIB };

/** Reads the body, and refuses one that is larger than any the API needs without keeping it in memory. */
export const limitedBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { body } = c.req.raw;
  if (body === null) return next();
  const isForm = isMultipart(c);
  const most = isForm ? MOST_BYTES.form : MOST_BYTES.body;
  const bytes = await readWithin(body, most);
  if (bytes === undefined) {
    const tooLarge = isForm ? fileTooLarge().message : 'Request body exceeds 1 MiB limit';
    return c.json({ error: tooLarge }, 413);
  }
  // All other ways to read the body start from this.
  Object.assign(c.req.bodyCache, { arrayBuffer: Promise.resolve(bytes) });
  return next();
};

/** All bytes of a body; `undefined` if there are more than `most`. It is read to its end, as clients send it first. */
async function readWithin(
  body: ReadableStream<Uint8Array>,
  most: number,
): Promise<ArrayBuffer | undefined> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) chunks = [];
    else chunks.push(chunk);
  }
  return size > most ? undefined : new Uint8Array(Buffer.concat(chunks)).buffer;
}
