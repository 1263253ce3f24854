import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getFile, uploadFile } from '../../shared/api/files';
import { exportPasses, postPass } from '../../shared/api/passes';
import { createClient } from '../../shared/http/client';
import { fetchTransport } from './fetchTransport';
import type { Transport, TransportRequest } from '../../shared/http/transport';
import { undiciTransport } from './undiciTransport';
import { fastClock } from './clock';
import { useService } from './service';

const service = useService();
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each([
  ["the runtime's own fetch", (apiKey: string) => ({ transport: fetchTransport(apiKey, fetch) })],
  [
    'undici',
    (apiKey: string) => {
      const transport = undiciTransport(apiKey);
      return { transport, close: () => transport.close() };
    },
  ],
] as [string, (apiKey: string) => { transport: Transport; close?: () => Promise<void> }][])(
  'the transport over %s',
  (_name, connect) => {
    const closing: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      await Promise.all(closing.splice(0).map((close) => close()));
    });
    function transportWith(apiKey: string): Transport {
      const { transport, close } = connect(apiKey);
      if (close) closing.push(close);
      return transport;
    }
    const client = () =>
      createClient({
        baseUrl: service.sandbox.baseUrl,
        transport: transportWith(service.sandbox.keys['Full access']),
        clock: fastClock,
      });

    it('sends JSON and streams a response', async () => {
      const templateId = service.sandbox.templates.generic;
      await postPass(client(), { passes: [{ templateId, externalId: 'M-1' }] }, 'never');
      const csv = await exportPasses(client(), { templateId }, async (chunks) => {
        const all: Uint8Array[] = [];
        for await (const chunk of chunks) all.push(chunk);
        return Buffer.concat(all).toString();
      });
      expect(csv).toContain('M-1');
    });

    it('sends a form with a file', async () => {
      const file = { name: 'pixel.png', mimeType: 'image/png', content: PIXEL };
      const { id } = await uploadFile(client(), { file }, { purpose: 'template_logo' });
      expect(await getFile(client(), id)).toMatchObject({ mime_type: 'image/png' });
    });

    const request = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
      method: 'GET',
      url,
      headers: {},
      timeoutMs: 60_000,
      ...more,
    });
    async function listen(server: ReturnType<typeof createServer>): Promise<string> {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }

    it('does not follow a redirect', async () => {
      const url = await listen(
        createServer((_request, response) => response.writeHead(302, { location: '/b' }).end()),
      );
      const result = await transportWith('svc_sk_x')(request(url));
      expect(result).toMatchObject({ ok: true, response: { status: 302 } });
    });

    it('reports a refused connection as not sent', async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await new Promise((resolve) => server.close(resolve));
      const result = await transportWith('svc_sk_x')(request(url));
      expect(result).toEqual({ ok: false, sent: 'no', reason: 'connection refused' });
    });

    it.each([
      ['a response that does not begin', false],
      ['a body that does not end', true],
    ])('gives up on %s after the timeout', async (_name, isBegun) => {
      const url = await listen(
        createServer((_request, response) => {
          if (isBegun) response.write('x');
        }),
      );
      const result = await transportWith('svc_sk_x')(request(url, { timeoutMs: 300 }));
      expect(result).toEqual({ ok: false, sent: 'maybe', reason: 'no response in time' });
    });
  },
);
