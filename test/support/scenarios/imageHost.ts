import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedImage {
  content: Buffer;
  url: string;
  close(): void;
}

/** A local HTTP server with one image. */
export async function hostImage(content: Buffer): Promise<ServedImage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(content);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    content,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/image.png`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
