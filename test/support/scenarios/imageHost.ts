import { startWebServer } from '../webServer';

export interface ServedImage {
  content: Buffer;
  url: string;
  close(): void;
}

/** A local HTTP server with one image. */
export async function hostImage(content: Buffer): Promise<ServedImage> {
  const { origin, close } = await startWebServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(content);
  });
  return { content, url: `${origin}/image.png`, close: () => void close() };
}
