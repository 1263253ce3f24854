import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file that an app stored with `z.stashFile`. */
export interface StashedFile {
  name: string;
  type: string;
  content: Buffer;
}

/** Zapier's backend, as far as a running app calls it: keeps stashed files and cursors, on loopback. */
export interface ZapierBackend {
  /** The URL that the core sends its calls to. */
  rpcUrl: string;
  /** Makes the core of another process send its calls here. */
  environment: Record<string, string>;
  /** Files by the URL that the app received. */
  files: Map<string, StashedFile>;
  close(): Promise<void>;
}

/** A call of the core; the cursor belongs to the paged trigger its store key names. */
interface Call {
  id: string;
  storeKey?: string;
  method: string;
  params: unknown[];
}

/** The path that the core adds to its base endpoint. */
const RPC_PATH = '/platform/rpc/cli';

/** Starts the backend on a free port. */
export async function startZapierBackend(): Promise<ZapierBackend> {
  const files = new Map<string, StashedFile>();
  const cursors = new Map<string | undefined, unknown>();
  let origin = '';

  const results: Record<string, (call: Call) => unknown> = {
    get_cursor: ({ storeKey }) => cursors.get(storeKey) ?? null,
    set_cursor: ({ storeKey, params }) => void cursors.set(storeKey, params[0]),
    get_presigned_upload_post_data: ({ id }) => ({ url: origin, fields: { key: `files/${id}` } }),
  };

  const answerCall = (call: Call): Response => {
    const result = results[call.method];
    if (!result) return Response.json({ id: call.id, error: `No "${call.method}" outside Zapier` });
    return Response.json({ id: call.id, result: result(call) ?? null });
  };

  const keepFile = async (request: Response): Promise<Response> => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- meant for servers open to the world
    const form = await request.formData();
    const file = form.get('file') as File;
    files.set(new URL(form.get('key') as string, origin).href, {
      name: file.name,
      type: file.type,
      content: Buffer.from(await file.arrayBuffer()),
    });
    return new Response(null, { status: 204 });
  };

  const serveFile = (url: string): Response => {
    const file = files.get(url);
    if (!file) return new Response('No such file', { status: 404 });
    return new Response(new Uint8Array(file.content), { headers: { 'Content-Type': file.type } });
  };

  const route = async (request: IncomingMessage): Promise<Response> => {
    const url = new URL(request.url ?? '/', origin);
    if (request.method === 'GET') return serveFile(url.href);
    const body = await readBody(request);
    return url.pathname === RPC_PATH ? answerCall((await body.json()) as Call) : keepFile(body);
  };

  const server = createServer((request, response) => {
    // An idle connection would keep the process alive.
    response.shouldKeepAlive = false;
    route(request).then(
      async (result) => {
        response.writeHead(result.status, Object.fromEntries(result.headers));
        response.end(Buffer.from(await result.arrayBuffer()));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A missing `close` must not keep a process alive.
  server.unref();
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  return {
    rpcUrl: new URL(RPC_PATH, origin).href,
    environment: { ZAPIER_BASE_ENDPOINT: new URL(origin).origin, ZAPIER_DEPLOY_KEY: 'local' },
    files,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A request's body as a `Response`, which can parse JSON and forms. */
async function readBody(request: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new Response(Buffer.concat(chunks), {
    headers: { 'Content-Type': request.headers['content-type'] ?? '' },
  });
}
