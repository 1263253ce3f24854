/** Rules of files, with real images and a real web server. */
import type { RequestListener } from 'node:http';

import sharp from 'sharp';
import { fetch } from 'undici';

import { useFastTime } from '../support/fastTime';
import { startWebServer, type WebServer } from '../support/webServer';
import { type FileObject, T0, useSandbox } from './harness';
import { icon, logo, picture, pictureSvg, pixel, undecodableHeic } from './images';

const h = useSandbox();
const load = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const sizeOf = async (url = '') => {
  const { format, width, height } = await sharp(await load(url)).metadata();
  return [format, width, height];
};
const uploaded = async (bytes: Promise<Buffer>, purpose?: string) =>
  (await h.upload(await bytes, purpose === undefined ? {} : { purpose })).body;

test.each([
  ['template_logo', 160, 50],
  ['template_icon', 29, 29],
  ['template_strip', 320, 123],
  ['template_thumbnail', 90, 90],
  ['template_background', 180, 220],
  ['template_stamp', 120, 120],
])('An upload as %s is resized to %i x %i at 1x, 2x and 3x', async (purpose, width, height) => {
  const body = await uploaded(picture('png', width * 4, height * 4), purpose);
  expect(body).toMatchObject({ object: 'file', purpose, mime_type: 'image/png', width, height });
  expect(body.variants?.['1x']).toBe(body.url);
  for (const factor of [1, 2, 3]) {
    const size = ['png', width * factor, height * factor];
    expect(await sizeOf(body.variants?.[`${factor}x`])).toEqual(size);
  }
});

test.each([
  ['SVG', () => Promise.resolve(Buffer.from(pictureSvg(640, 200)))],
  ['GIF', () => picture('gif')],
  ['TIFF', () => picture('tiff')],
  ['AVIF', () => picture('avif', 64, 64)],
  ['ICO with a PNG', icon],
])('An upload of %s is converted to PNG', async (_name, draw) => {
  const { mime_type, url } = await uploaded(draw(), 'template_icon');
  expect([mime_type, ...(await sizeOf(url))]).toEqual(['image/png', 'png', 29, 29]);
});

test('An upload of HEIC is stored unchanged, refused for a purpose, and not recommended', async () => {
  const bytes = await undecodableHeic();
  expect(await h.upload(bytes)).toMatchObject({
    status: 200,
    body: { mime_type: 'image/heic', width: 64, height: 64 },
  });
  for (const purpose of ['template_icon', 'template_logo']) {
    const { status, body } = await h.upload<{ error: string }>(bytes, { purpose });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/HEIC\. Send (?!.*HEIC)/)]);
  }
  const { body } = await h.upload<{ error: string }>(Buffer.from('not an image'));
  expect(body.error).not.toContain('HEIC');
});

test.each([
  ['text', Buffer.from('not an image')],
  ['nothing', Buffer.alloc(0)],
  ['half an ICO', Buffer.from([0, 0, 1, 0, 1, 0, ...Array.from({ length: 40 }, () => 9)])],
])('An upload of %s is refused', async (_name, bytes) => {
  for (const purpose of ['template_icon', '']) {
    expect((await h.upload(bytes, { purpose })).status).toBe(400);
  }
});

test('An upload for an unknown purpose is refused', async () => {
  expect((await h.upload(await picture('png'), { purpose: 'template_banner' })).status).toBe(400);
});

test('A file has keys in snake case, and an ID of file_ and 32 hexadecimal digits', async () => {
  const templateId = h.sandbox.templates.generic;
  const bytes = await picture('png');
  const { body } = await h.upload(bytes, { templateId });
  expect(body).toEqual({
    id: expect.stringMatching(/^file_[0-9a-f]{32}$/) as string,
    object: 'file',
    url: `${h.sandbox.baseUrl}/images/${body.id}`,
    purpose: null,
    mime_type: 'image/png',
    size: bytes.length,
    width: 640,
    height: 200,
    variants: null,
    template_id: templateId,
    source_url: null,
    created: T0,
  });
  expect((await h.call<FileObject>('GET', `/files/${body.id}`)).body).toEqual(body);
  const foreign = { templateId: h.sandbox.foreign.templateId };
  expect((await h.upload(bytes, foreign)).status).toBe(404);
});

test.each(['GET', 'DELETE', 'POST'])('%s of a file checks its ID and owner', async (method) => {
  const missing = `file_${'0'.repeat(32)}`;
  const { fileId } = h.sandbox.foreign;
  for (const [id, status, error] of [
    ['file_1', 400, 'Invalid file id'],
    [`file_${'A'.repeat(32)}`, 400, 'Invalid file id'],
    [missing, 404, `File ${missing} not found`],
    [fileId, 403, `File ${fileId} does not belong to this account`],
  ] as const) {
    const body = method === 'POST' ? { treatment: 'original' } : undefined;
    const path = `/files/${id}${method === 'POST' ? '/logo' : ''}`;
    const response = await h.call(method, path, { body });
    expect([response.status, response.body]).toEqual([status, { error }]);
  }
});

const uploadLogo = (bytes: Promise<Buffer>) => uploaded(bytes, 'template_logo');
const treat = (id: string, body: unknown) =>
  h.call<FileObject>('POST', `/files/${id}/logo`, { body });
const pixelOf = async ({ variants }: FileObject, x: number, y: number) =>
  pixel(await load(variants?.['2x'] ?? ''), x, y);

test.each([
  ['#ffffff', 'png'],
  ['#10c070', 'png'],
  ['#f4f4f4', 'jpeg'],
] as const)('A solid %s background is removed from a copy of a %s logo', async (color, format) => {
  const copy = await uploadLogo(logo(color, format));
  const original = expect.stringMatching(/^file_/) as string;
  expect(copy.logo).toEqual({ original, transparent: copy.id, onecolor: [] });
  expect((await pixelOf(copy, 2, 2))[3]).toBe(0);
  expect((await pixelOf(copy, 80, 50))[3]).toBe(255);
  const kept = (await treat(copy.id, { treatment: 'original' })).body;
  expect([kept.id, kept.logo]).toEqual([copy.logo?.original, copy.logo]);
  expect((await pixelOf(kept, 2, 2))[3]).toBe(255);
  expect((await treat(kept.id, { treatment: 'transparent' })).body.id).toBe(copy.id);
});

describe('Uploads by URL', () => {
  useFastTime();
  let server: WebServer;
  let origin: string;
  let respond: RequestListener;
  beforeAll(async () => {
    server = await startWebServer((request, response) => respond(request, response));
    origin = server.origin;
  });
  beforeEach(() => h.sandbox.control.setImageFetch({ allowedOrigins: [origin] }));
  afterAll(() => server.close());
  const fromUrl = (url: string, rest: Record<string, unknown> = {}) =>
    h.call<FileObject & { error?: string }>('POST', '/files', { body: { url, ...rest } });

  test('An upload by URL fetches the image and stores it with its URL', async () => {
    const bytes = await picture('jpeg');
    respond = (request, response) => response.end(request.url === '/a?b=c' ? bytes : '');
    const url = `${origin}/a?b=c`;
    const { body } = await fromUrl(url, { purpose: 'template_strip' });
    expect(body).toMatchObject({ mime_type: 'image/jpeg', width: 320, source_url: url });
    h.sandbox.control.setImageFetch({ allowedOrigins: [] });
    expect((await fromUrl(url)).status).toBe(400);
  });

  test('An upload by URL follows at most five redirects, and only to public addresses', async () => {
    const bytes = await picture('png');
    respond = ({ url }, response) => {
      const left = Number(url?.slice(1));
      if (left === 0) response.end(bytes);
      else
        response.writeHead(302, { Location: left > 0 ? `/${left - 1}` : 'http://10.0.0.1/' }).end();
    };
    const errors = [5, 6, -1].map(async (hops) => (await fromUrl(`${origin}/${hops}`)).body.error);
    expect(await Promise.all(errors)).toEqual([
      undefined,
      'The image URL has too many redirects.',
      'The image URL must be public.',
    ]);
  });

  test('An upload by URL resolves the host once, and uses the address that was checked', async () => {
    const bytes = await picture('png');
    respond = (_, response) => response.end(bytes);
    const named = new URL(origin);
    named.hostname = 'pictures.test';
    const resolved: string[] = [];
    const resolve = async (name: string) => {
      resolved.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    h.sandbox.control.setImageFetch({ allowedOrigins: [named.origin], resolve });
    expect((await fromUrl(named.href)).status).toBe(200);
    h.sandbox.control.setImageFetch({ allowedOrigins: [], resolve });
    expect((await fromUrl(named.href)).body.error).toBe('The image URL must be public.');
    expect(resolved).toEqual(['pictures.test', 'pictures.test']);
  });

  test.each([
    ...['http://127.0.0.1:1/', 'http://localhost:1/', 'http://2130706433/', 'http://10.1.2.3/'],
    ...['http://169.254.169.254/latest/meta-data', 'http://0.0.0.0/', 'http://[::1]/'],
    ...['http://[::ffff:127.0.0.1]/', 'http://[fd00::1]/'],
  ])('An upload by URL refuses an address that is not public: %s', async (url) => {
    const { status, body } = await fromUrl(url);
    expect([status, body.error]).toEqual([400, 'The image URL must be public.']);
  });
});
