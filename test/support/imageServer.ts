import type { Service } from './service';
import { startWebServer, type WebServer } from './webServer';

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
  let server: WebServer;
  beforeAll(async () => {
    server = await startWebServer((request, response) => {
      headers.push(...Object.keys(request.headers));
      if (request.url?.includes('slow')) return;
      void picture().then((content) =>
        response.writeHead(200, { 'content-type': 'image/png' }).end(content),
      );
    });
  });
  beforeEach(() => {
    service.sandbox.control.setImageFetch({ allowedOrigins: [server.origin], timeoutMs: 10_000 });
  });
  afterAll(() => server.close());
  return { url: (name = 'picture.png') => `${server.origin}/${name}`, headers };
}
