import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';

import type { Connection } from './env';

/** Respond to a request. */
export type Handle = (request: Request, connection: Connection) => Response | Promise<Response>;

const HOST = '127.0.0.1';

/** A listening HTTP server; the handler is set after its URL is known. */
export interface RunningServer {
  baseUrl: string;
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
    baseUrl: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    handle: (handle) => {
      const listener = getRequestListener(
        (request, { incoming }) => handle(request, { drop: () => incoming.socket.destroy() }),
        // Other code in this process needs the global Request and Response unchanged.
        { overrideGlobalObjects: false },
      );
      server.on('request', (request, response) => void listener(request, response));
    },
    close: () => close(server),
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
