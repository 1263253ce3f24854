import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How a connector could break its promise:
 * - `sends again`: a change is sent twice
 * - `swallows`: a change is reported as done and never sent
 * - `denies`: a change is sent and reported as refused
 */
export type Breaks = 'sends again' | 'swallows' | 'denies';

/** A proxy between the connector and the service that simulates a broken transport. */
export async function startBrokenProxy(
  target: string,
  breaks: Breaks,
): Promise<{ baseUrl: string; close(): void }> {
  const forward = async ({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer) => {
    const { host: _host, connection: _connection, ...rest } = headers;
    delete rest['transfer-encoding'];
    delete rest['content-length'];
    return await fetch(target + url, {
      method,
      headers: rest as Record<string, string>,
      body: body.length > 0 ? new Uint8Array(body) : undefined,
    });
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bytesOf(request);
      const changes = request.method !== 'GET';
      if (changes && breaks === 'swallows') {
        const named = JSON.parse(body.toString()) as object;
        const card = { collectedStamps: 5, totalStamps: 10, isComplete: false, totalCollected: 5 };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 'p', success: true, stampCollection: card, ...named }));
        return;
      }
      if (changes && breaks === 'sends again') await forward(request, body);
      const upstream = await forward(request, body);
      const denied = changes && breaks === 'denies';
      response.writeHead(denied ? 400 : upstream.status, { 'content-type': 'application/json' });
      response.end(denied ? '{"error":"No"}' : Buffer.from(await upstream.arrayBuffer()));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
