import sharp from 'sharp';
import { fetch, FormData } from 'undici';

import { type FileObject, T0, useSandbox } from './harness';
import { icon, picture, pictureSvg, pixel } from './images';

const h = useSandbox();
const MIB = 1024 * 1024;
const ID = /^file_[0-9a-f]{32}$/;
const load = async (url: string) => {
  const response = await fetch(url);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const sizeOf = async (url: string) => {
  const { format, width, height } = await sharp((await load(url)).bytes).metadata();
  return [format, width, height];
};

const bodyFor = (method: string) => (method === 'POST' ? { body: { treatment: 'original' } } : {});

describe('purposes', () => {
  test.each([
    ['template_logo', 160, 50],
    ['template_icon', 29, 29],
    ['template_strip', 320, 123],
    ['template_thumbnail', 90, 90],
    ['template_background', 180, 220],
    ['template_stamp', 120, 120],
  ])('%s is resized to %i x %i, twice and three times that', async (purpose, width, height) => {
    const { status, body } = await h.upload(await picture('png', width * 4, height * 4), {
      purpose,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'file', purpose, mime_type: 'image/png', width, height });
    expect(body.variants?.['1x']).toBe(body.url);
    for (const factor of [1, 2, 3]) {
      expect(await sizeOf(body.variants?.[`${factor}x`] as string)).toEqual([
        'png',
        width * factor,
        height * factor,
      ]);
    }
  });

  test('template_hero has one size only, 1032 x 336', async () => {
    const { body } = await h.upload(await picture('jpeg', 2064, 672), { purpose: 'template_hero' });
    expect(Object.keys(body.variants ?? {})).toEqual(['1x']);
    expect(await sizeOf(body.url)).toEqual(['jpeg', 1032, 336]);
  });

  test('a logo and a stamp are scaled to fit, other images are cropped to fill their size', async () => {
    const square = await picture('png', 200, 200);
    const sized = async (purpose: string) => {
      const { body } = await h.upload(square, { purpose });
      return [body.width, body.height];
    };
    expect(await sized('template_logo')).toEqual([50, 50]);
    expect(await sized('template_stamp')).toEqual([120, 120]);
    expect(await sized('template_strip')).toEqual([320, 123]);
  });

  test('without a purpose the upload is stored unchanged, without variants', async () => {
    for (const bytes of [Buffer.from(pictureSvg(64, 48)), await picture('gif', 64, 48)]) {
      const { body } = await h.upload(bytes);
      expect(body).toMatchObject({ purpose: null, variants: null, size: bytes.length });
      expect([body.width, body.height]).toEqual([64, 48]);
      const served = await load(body.url);
      expect(served.bytes.equals(bytes)).toBe(true);
      expect(served.type).toBe(body.mime_type);
    }
  });

  test('an unknown purpose returns 400', async () => {
    const response = await h.upload(await picture('png'), { purpose: 'template_banner' });
    expect(response.status).toBe(400);
  });
});

describe('types', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('%s stays %s', async (format) => {
    const { body } = await h.upload(await picture(format), { purpose: 'template_strip' });
    expect(body.mime_type).toBe(`image/${format}`);
    expect(await sizeOf(body.url)).toEqual([format, 320, 123]);
  });

  test.each([
    ['SVG', () => Promise.resolve(Buffer.from(pictureSvg(640, 200)))],
    ['GIF', () => picture('gif')],
    ['TIFF', () => picture('tiff')],
    ['AVIF', () => picture('avif', 64, 64)],
    ['ICO holding a PNG', () => icon('png')],
    ['ICO holding a bitmap', () => icon('bitmap')],
  ])('%s is converted to PNG', async (_name, draw) => {
    const { status, body } = await h.upload(await draw(), { purpose: 'template_icon' });
    expect([status, body.mime_type]).toEqual([200, 'image/png']);
    expect(await sizeOf(body.url)).toEqual(['png', 29, 29]);
  });

  test('the bitmap of an ICO is upright and keeps its colors', async () => {
    const { body } = await h.upload(await icon('bitmap'), { purpose: 'template_icon' });
    const { bytes } = await load(body.url);
    expect(await pixel(bytes, 14, 3)).toEqual([255, 0, 0, 255]);
    expect(await pixel(bytes, 14, 25)).toEqual([0, 0, 255, 255]);
  });

  test('the type is determined by the content, not by the declared type', async () => {
    const { body } = await h.upload(await picture('webp'));
    expect(body.mime_type).toBe('image/webp');
  });

  test.each([
    ['text', Buffer.from('not an image')],
    ['nothing', Buffer.alloc(0)],
    ['PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    ['half an ICO', Buffer.from([0, 0, 1, 0, 1, 0, ...Array.from({ length: 40 }, () => 9)])],
  ])('%s returns 400', async (_name, bytes) => {
    expect((await h.upload(bytes, { purpose: 'template_icon' })).status).toBe(400);
    expect((await h.upload(bytes)).status).toBe(400);
  });
});

describe('uploading', () => {
  test('the file object is in snake case, its ID file_ and 32 hexadecimal digits', async () => {
    const templateId = h.sandbox.templates.generic;
    const bytes = await picture('png');
    const { body } = await h.upload(bytes, { templateId });
    expect(body.id).toMatch(ID);
    expect(body).toEqual({
      id: body.id,
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
  });

  test('exactly 10 MiB are accepted; one more byte returns 413', async () => {
    const bytes = Buffer.concat([await picture('png'), Buffer.alloc(10 * MIB)]);
    expect((await h.upload(bytes.subarray(0, 10 * MIB))).status).toBe(200);
    const response = await h.upload(bytes.subarray(0, 10 * MIB + 1));
    expect([response.status, response.body]).toEqual([413, { error: 'File exceeds 10 MiB limit' }]);
  });

  test('a form without a file, or with text in its place, returns 400', async () => {
    const form = new FormData();
    form.set('purpose', 'template_logo');
    expect((await h.call('POST', '/files', { form })).status).toBe(400);
    form.set('file', 'text');
    expect((await h.call('POST', '/files', { form })).status).toBe(400);
  });

  test('a broken form returns 400', async () => {
    const headers = {
      'X-API-Key': h.sandbox.keys['Full access'],
      'Content-Type': 'multipart/form-data',
    };
    expect((await h.call('POST', '/files', { raw: 'nonsense', headers })).status).toBe(400);
  });

  test('a form instead of JSON returns 400', async () => {
    const form = new FormData();
    form.set('a', 'b');
    expect((await h.call('PATCH', '/pass', { form })).status).toBe(400);
  });

  test('a missing or foreign template returns 404', async () => {
    const bytes = await picture('png');
    for (const templateId of ['none', h.sandbox.foreign.templateId]) {
      expect((await h.upload(bytes, { templateId })).status).toBe(404);
    }
  });
});

describe('one file', () => {
  test.each(['GET', 'DELETE', 'POST'])('%s by a malformed ID returns 400', async (method) => {
    const paths = ['file_1', 'x', `file_${'A'.repeat(32)}`, `file_${'a'.repeat(33)}`];
    for (const id of paths) {
      const path = `/files/${id}${method === 'POST' ? '/logo' : ''}`;
      const response = await h.call(method, path, bodyFor(method));
      expect([response.status, response.body]).toEqual([400, { error: 'Invalid file id' }]);
    }
  });

  test.each(['GET', 'DELETE', 'POST'])(
    '%s of a missing file returns 404, of a foreign one 403',
    async (method) => {
      const missing = `file_${'0'.repeat(32)}`;
      const foreign = h.sandbox.foreign.fileId;
      for (const [id, status, error] of [
        [missing, 404, `File ${missing} not found`],
        [foreign, 403, `File ${foreign} does not belong to this account`],
      ] as const) {
        const path = `/files/${id}${method === 'POST' ? '/logo' : ''}`;
        const response = await h.call(method, path, bodyFor(method));
        expect([response.status, response.body]).toEqual([status, { error }]);
      }
    },
  );

  test('deleting returns 204 without a body; the file and its images no longer exist', async () => {
    const { body } = await h.upload(await picture('png'), { purpose: 'template_icon' });
    const response = await h.call('DELETE', `/files/${body.id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await h.call('GET', `/files/${body.id}`)).status).toBe(404);
    expect((await load(body.url)).status).toBe(404);
    expect((await h.call('DELETE', `/files/${body.id}`)).status).toBe(404);
  });

  test('uploading an image twice creates two files; deleting one keeps the other', async () => {
    const bytes = await picture('png');
    const first = await h.upload(bytes);
    const second = await h.upload(bytes);
    await h.call('DELETE', `/files/${first.body.id}`);
    expect((await load(second.body.url)).bytes.equals(bytes)).toBe(true);
  });

  test('images are served without a key, and an SVG cannot run scripts', async () => {
    const { body } = await h.upload(Buffer.from(pictureSvg(10, 10)));
    const response = await fetch(body.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await load(`${body.url}@2x`)).status).toBe(404);
    expect((await load(`${h.sandbox.baseUrl}/images/none`)).status).toBe(404);
  });
});
