import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Service } from './service';

interface ImageServer {
  /** URL of a picture; `slow` ones never respond. */
  url(name?: 'picture.png' | 'slow.png'): string;
  /** Header names of the requests for a picture, in lowercase. */
  readonly headers: string[];
}

/** A web server with one picture, from which the service may fetch. */
export function useImageServer(
  service: Pick<Service, 'sandbox'>,
  picture: () => Promise<Buffer>,
): ImageServer {
  const headers: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    headers.push(...Object.keys(request.headers));
    if (request.url?.includes('slow')) return;
    void picture().then((content) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(content),
    );
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    service.sandbox.control.setImageFetch({ allowedOrigins: [origin], timeoutMs: 10_000 });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: (name = 'picture.png') => `${origin}/${name}`, headers };
}
