import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type FileObject, useSandbox } from './harness';
import { picture } from './images';

const h = useSandbox();
let server: Server;
let origin: string;
let respond: RequestListener = (_request, response) => response.end();

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => h.sandbox.control.setImageFetch({ allowedOrigins: [origin] }));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const upload = (url: string, rest: Record<string, unknown> = {}) =>
  h.call<FileObject & { error?: string }>('POST', '/files', { body: { url, ...rest } });

test('the image at a URL is fetched and stored with its URL', async () => {
  const bytes = await picture('jpeg');
  const asked: unknown[] = [];
  respond = (request, response) => {
    asked.push([request.method, request.url]);
    response.end(bytes);
  };
  const templateId = h.sandbox.templates.offer;
  const url = `${origin}/some/picture?size=large`;
  const { status, body } = await upload(url, { purpose: 'template_strip', templateId });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    purpose: 'template_strip',
    mime_type: 'image/jpeg',
    width: 320,
    height: 123,
    template_id: templateId,
    source_url: url,
  });
  expect(asked).toEqual([['GET', '/some/picture?size=large']]);
});

test('redirects are followed, at most five', async () => {
  const bytes = await picture('png');
  respond = (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end(bytes);
    else response.writeHead(302, { Location: `/${left - 1}` }).end();
  };
  expect((await upload(`${origin}/5`)).status).toBe(200);
  expect((await upload(`${origin}/6`)).status).toBe(400);
});

test('a redirect to a private address is refused', async () => {
  const other = h.sandbox.baseUrl;
  respond = (_request, response) => response.writeHead(302, { Location: `${other}/` }).end();
  const { status, body } = await upload(`${origin}/`);
  expect([status, body.error]).toEqual([400, 'The image URL must be public.']);
});

test.each([
  'http://127.0.0.1:1/',
  'http://localhost:1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
])('%s is not a public address: 400', async (url) => {
  const { status, body } = await upload(url);
  expect([status, body.error]).toEqual([400, 'The image URL must be public.']);
});

test('loopback is allowed only for the named origins', async () => {
  const bytes = await picture('png');
  respond = (_request, response) => response.end(bytes);
  expect((await upload(`${origin}/`)).status).toBe(200);
  h.sandbox.control.setImageFetch({ allowedOrigins: [] });
  expect((await upload(`${origin}/`)).status).toBe(400);
});

test.each(['ftp://example.com/x.png', 'file:///etc/passwd', 'picture.png', 'data:image/png,x', ''])(
  '%j is not a URL: 400',
  async (url) => {
    expect((await upload(url)).status).toBe(400);
  },
);

test('a URL that does not respond in time returns 504', async () => {
  h.sandbox.control.setImageFetch({ timeoutMs: 60 });
  respond = () => undefined;
  const { status, body } = await upload(`${origin}/`);
  expect(status).toBe(504);
  expect(body.error).toMatch(/^Upstream timeout/);
});

test('a response that does not end in time returns 504', async () => {
  h.sandbox.control.setImageFetch({ timeoutMs: 60 });
  respond = (_request, response) => void response.write('a');
  expect((await upload(`${origin}/`)).status).toBe(504);
});

test('more than 10 MiB return 413', async () => {
  respond = (_request, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1));
  const { status, body } = await upload(`${origin}/`);
  expect([status, body.error]).toEqual([413, 'File exceeds 10 MiB limit']);
});

test.each([404, 500])('an address that answers %i gives 400', async (code) => {
  respond = (_request, response) => response.writeHead(code).end('no');
  expect((await upload(`${origin}/`)).status).toBe(400);
});

test('an unreachable URL, and one without an image, return 400', async () => {
  h.sandbox.control.setImageFetch({ allowedOrigins: [origin, 'http://127.0.0.1:9'] });
  expect((await upload('http://127.0.0.1:9/')).status).toBe(400);
  respond = (_request, response) => response.end('<h1>Hello</h1>');
  expect((await upload(`${origin}/`)).status).toBe(400);
});

test('a body without url returns 400', async () => {
  expect((await h.call('POST', '/files', { body: { purpose: 'template_logo' } })).status).toBe(400);
});
