import { fetch } from 'undici';

import { type FileObject, useSandbox } from './harness';
import { logo, picture, pixel } from './images';

const h = useSandbox();
const purpose = 'template_logo';
const uploadLogo = async (bytes: Promise<Buffer>) =>
  (await h.upload(await bytes, { purpose })).body;
const treat = (id: string, body: unknown) =>
  h.call<FileObject>('POST', `/files/${id}/logo`, { body });
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const read = async (id: string) => (await h.call<FileObject>('GET', `/files/${id}`)).body;

describe('a logo on a solid background', () => {
  test.each(['#ffffff', '#10c070'])(
    'of %s gives the copy without it, and keeps the original',
    async (background) => {
      const copy = await uploadLogo(logo(background));
      expect(copy.logo).toEqual({
        original: expect.stringMatching(/^file_/) as string,
        transparent: copy.id,
        onecolor: [],
      });
      expect(copy.mime_type).toBe('image/png');
      const cut = await bytesOf(copy.variants?.['2x'] as string);
      expect((await pixel(cut, 2, 2))[3]).toBe(0);
      expect((await pixel(cut, 110, 50))[3]).toBe(0);
      expect(await pixel(cut, 80, 50)).toEqual([0xa0, 0x10, 0x30, 255]);

      const original = await read(copy.logo?.original ?? '');
      expect(original.logo).toEqual(copy.logo);
      const whole = await bytesOf(original.variants?.['2x'] as string);
      expect((await pixel(whole, 2, 2))[3]).toBe(255);
    },
  );

  test('works for JPEG, whose background is never quite solid', async () => {
    const copy = await uploadLogo(logo('#f4f4f4', { format: 'jpeg' }));
    expect(copy.id).toBe(copy.logo?.transparent);
    expect((await pixel(await bytesOf(copy.url), 1, 1))[3]).toBe(0);
  });

  test('if its edges mix with the background, the copy is not clean: the original is returned', async () => {
    const given = await uploadLogo(logo('#ffffff', { faint: true }));
    expect(given.id).toBe(given.logo?.original);
    expect(given.logo?.transparent).toMatch(/^file_/);
  });

  test('a solid image has no background to remove', async () => {
    const sharp = (await import('sharp')).default;
    const create = { width: 320, height: 100, channels: 3, background: '#123456' } as const;
    const given = await uploadLogo(sharp({ create }).png().toBuffer());
    expect(given).not.toHaveProperty('logo');
    expect((await treat(given.id, { treatment: 'transparent' })).status).toBe(400);
  });
});

test('a logo without solid background has no logo object', async () => {
  expect(await uploadLogo(picture('png'))).not.toHaveProperty('logo');
  expect(await uploadLogo(logo('none'))).not.toHaveProperty('logo');
});

test('only the purpose template_logo looks for a background', async () => {
  const { body } = await h.upload(await logo('#ffffff'), { purpose: 'template_stamp' });
  expect(body).not.toHaveProperty('logo');
});

describe('treatments', () => {
  test('original and transparent work on any variant', async () => {
    const copy = await uploadLogo(logo('#ffffff'));
    const original = await treat(copy.id, { treatment: 'original' });
    expect(original.body.id).toBe(copy.logo?.original);
    const back = await treat(original.body.id, { treatment: 'transparent' });
    expect(back.body.id).toBe(copy.id);
  });

  test('onecolor returns a separate file with the logo in the color', async () => {
    const copy = await uploadLogo(logo('#ffffff'));
    const { status, body } = await treat(copy.id, { treatment: 'onecolor', color: '#00FF7f' });
    expect(status).toBe(200);
    expect(body.id).not.toBe(copy.id);
    const image = await bytesOf(body.variants?.['2x'] as string);
    expect(await pixel(image, 80, 50)).toEqual([0, 255, 127, 255]);
    expect(await pixel(image, 220, 50)).toEqual([0, 255, 127, 255]);
    expect((await pixel(image, 2, 2))[3]).toBe(0);
    expect(body.logo?.onecolor).toEqual([{ id: body.id, color: '#00ff7f' }]);
  });

  test('requesting a color again returns the same file', async () => {
    const { id } = await uploadLogo(logo('#ffffff'));
    const once = await treat(id, { treatment: 'onecolor', color: '#000000' });
    const again = await treat(id, { treatment: 'onecolor', color: '#000000' });
    expect(again.body.id).toBe(once.body.id);
  });

  test('a logo uploaded without a background can be colored, too', async () => {
    const { id } = await uploadLogo(logo('none'));
    expect((await treat(id, { treatment: 'transparent' })).body.id).toBe(id);
    const { body } = await treat(id, { treatment: 'onecolor', color: '#112233' });
    expect(await pixel(await bytesOf(body.variants?.['2x'] as string), 80, 50)).toEqual([
      0x11, 0x22, 0x33, 255,
    ]);
  });

  test('an image without a background to remove returns 400', async () => {
    const { id } = await uploadLogo(picture('png'));
    expect((await treat(id, { treatment: 'original' })).body.id).toBe(id);
    expect((await treat(id, { treatment: 'transparent' })).status).toBe(400);
    expect((await treat(id, { treatment: 'onecolor', color: '#000000' })).status).toBe(400);
  });

  test('a file that is not a logo returns 400', async () => {
    const { body } = await h.upload(await picture('png'), { purpose: 'template_icon' });
    expect((await treat(body.id, { treatment: 'original' })).status).toBe(400);
  });

  test.each([
    [{}],
    [{ treatment: 'sepia' }],
    [{ treatment: 'onecolor' }],
    [{ treatment: 'onecolor', color: '#fff' }],
    [{ treatment: 'onecolor', color: 'red' }],
    [{ treatment: 'onecolor', color: '#12345g' }],
  ])('%j returns 400', async (body) => {
    const { id } = await uploadLogo(logo('#ffffff'));
    expect((await treat(id, body)).status).toBe(400);
  });

  test('a deleted transparent variant is created again on request', async () => {
    const copy = await uploadLogo(logo('#ffffff'));
    await h.call('DELETE', `/files/${copy.id}`);
    const { body } = await treat(copy.logo?.original ?? '', { treatment: 'transparent' });
    expect(body.logo).toMatchObject({ transparent: body.id });
    expect((await pixel(await bytesOf(body.url), 1, 1))[3]).toBe(0);
  });

  test('variants still work after the original was deleted, but the original cannot be restored', async () => {
    const copy = await uploadLogo(logo('#ffffff'));
    await h.call('DELETE', `/files/${copy.logo?.original}`);
    expect((await fetch(copy.url)).status).toBe(200);
    expect((await treat(copy.id, { treatment: 'original' })).status).toBe(404);
  });
});
