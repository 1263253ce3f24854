import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener, type HttpBindings } from '@hono/node-server';

import type { Connection } from './env';

/** The server speaks HTTP/1 only. */
type Outgoing = HttpBindings['outgoing'];

/** Respond to a request. */
export type Handle = (request: Request, connection: Connection) => Response | Promise<Response>;

const HOST = '127.0.0.1';

/** A listening HTTP server; the handler is set after its URL is known. */
interface RunningServer {
  origin: string;
  handle(handle: Handle): void;
  /** Stop listening and close every connection, idle or not. */
  close(): Promise<void>;
}

/**
 * Listen on localhost.
 * @param port 0 for a free one
 * @throws Error when the port is taken
 */
export async function listen(port: number): Promise<RunningServer> {
  // Longer than any client on a busy machine pauses: closing a connection while a request is in flight
  // would look like a broken service.
  const server = createServer({ keepAliveTimeout: 60_000 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return {
    origin: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    handle: (handle) => {
      const listener = getRequestListener(
        (request, { outgoing }) =>
          handle(request, { drop: (response) => void drop(outgoing as Outgoing, response) }),
        // Other code in this process needs the global Request and Response unchanged.
        { overrideGlobalObjects: false },
      );
      server.on('request', (request, response) => void listener(request, response));
    },
    close: () => close(server),
  };
}

async function drop(outgoing: Outgoing, response?: Response): Promise<void> {
  if (response !== undefined) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const headers = { ...Object.fromEntries(response.headers), 'content-length': bytes.length };
    outgoing.writeHead(response.status, headers);
    const half = bytes.subarray(0, bytes.length / 2);
    await new Promise((written) => outgoing.write(half, written));
  }
  outgoing.destroy();
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
