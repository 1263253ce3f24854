import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IBinaryData } from 'n8n-workflow';

import { logo, picture } from '../sandbox/images';
import { expression } from '../support/expression';
import { useImageServer } from '../support/imageServer';
import { someText, textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { binaryFile, byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const web = useImageServer(n8n, () => picture('png', 400, 400));
const control = () => n8n.sandbox.control;

const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'file', ...options });
const FROM_BINARY = { inputSource: 'binary', binaryPropertyName: 'data' };

let drawn: Buffer;
beforeAll(async () => {
  drawn = await picture('png');
});

const upload = (parameters: object = {}, content: Uint8Array = drawn, options: PassRun = {}) =>
  run(
    'upload',
    { ...FROM_BINARY, ...parameters },
    { binary: { data: binaryFile(content) }, ...options },
  );
const idOf = async (work: ReturnType<typeof upload>) => (await work).out[0]?.id as string;

describe('Upload', () => {
  it('uploads the file with its purpose, and returns ID, sizes and URLs', async () => {
    const templateId = n8n.sandbox.templates.loyalty;
    const { out, sent } = await upload({
      purpose: 'template_icon',
      options: { templateId: byId(templateId) },
    });
    expect(sent).toEqual(['POST /files']);
    const [request] = control().requests();
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
    expect(out).toMatchObject([
      {
        id: textWith(/^file_[0-9a-f]{32}$/),
        url: someText,
        purpose: 'template_icon',
        mimeType: 'image/png',
        width: 29,
        height: 29,
        templateId,
        createdIso: textWith(/Z$/),
      },
    ]);
    expect(Object.keys(out[0] ?? {})).not.toContain('mime_type');
  });

  it('stores the file unchanged without a purpose, and a hero in one size', async () => {
    const plain = await upload({ simplify: false });
    expect(plain.out).toMatchObject([{ width: 640, height: 200, size: drawn.length }]);
    expect(plain.out[0]?.variants ?? null).toBeNull();
    const hero = await upload({ purpose: 'template_hero', simplify: false });
    expect(Object.keys(hero.out[0]?.variants ?? {})).toEqual(['1x']);
    const stamp = await upload({ purpose: 'template_stamp', simplify: false });
    expect(Object.keys(stamp.out[0]?.variants ?? {})).toEqual(['1x', '2x', '3x']);
  });

  it('accepts a public URL, which the service fetches without the API key', async () => {
    const { out } = await run('upload', {
      inputSource: 'url',
      url: ` ${web.url()} `,
      purpose: 'template_stamp',
    });
    expect(n8n.bodies('POST', '/files')).toEqual([{ url: web.url(), purpose: 'template_stamp' }]);
    expect(out).toMatchObject([{ id: someText, width: 120, height: 120 }]);
    expect(web.headers).not.toContain('x-api-key');
  });

  it('reports a URL that does not respond', async () => {
    control().setImageFetch({ timeoutMs: 20 });
    const { error, sent } = await run('upload', {
      inputSource: 'url',
      url: web.url('slow.png'),
    });
    expect(error).toMatchObject({ httpCode: '504', message: textWith(/did not respond in time/) });
    expect(error?.description).toContain('public');
    expect(sent).toHaveLength(3);
  });

  it('returns the copy of a logo without its background', async () => {
    const { out } = await upload(
      { purpose: 'template_logo', simplify: false },
      await logo('#ffffff'),
    );
    const forms = out[0]?.logo as { original: string; transparent: string };
    expect(out[0]?.id).toBe(forms.transparent);
    expect(forms.original).not.toBe(forms.transparent);

    const created = await n8n.pass(
      'create',
      {
        name: 'With logo',
        type: 'generic',
        images: { logo: { image: FROM_BINARY } },
        simplify: false,
      },
      { resource: 'template', binary: { data: binaryFile(await logo('#ffffff')) } },
    );
    const used = /file_[0-9a-f]{32}/.exec(JSON.stringify(created.out[0]?.design))?.[0] ?? '';
    expect(used).not.toBe('');
    const { out: file } = await run('get', { fileId: used, simplify: false });
    expect((file[0]?.logo as { transparent: string }).transparent).toBe(used);
  });

  it.each([
    ['just over 10 MiB', Buffer.alloc(10 * 1024 * 1024 + 1), 'image/png', /is larger than 10 MiB, the maximum the service accepts/],
    ['empty', Buffer.alloc(0), 'image/png', /is an empty file/],
    ['a PDF', Buffer.from('%PDF'), 'application/pdf', /is of type application\/pdf, not an image/],
    ['text', Buffer.from('hi'), 'text/plain; charset=utf-8', /is of type text\/plain, not an image/],
  ])('refuses a file that is %s before anything is sent for any item', async (_name, content, mimeType, words) => {
    const { error, sent } = await upload(
      { binaryPropertyName: expression("$itemIndex === 1 ? 'bad' : 'data'") },
      drawn,
      {
        items: [{}, {}],
        binary: { data: binaryFile(drawn), bad: binaryFile(content, mimeType) },
      },
    );
    expect(error?.message).toMatch(words);
    expect(error?.message).toMatch(/\[item 1\]$/);
    expect(error?.context).toMatchObject({ kind: 'invalidInput', field: 'file' });
    expect(sent).toEqual([]);
  }); // prettier-ignore

  describe('of a file that n8n stores in a folder', () => {
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'wallet-pass-upload-'));
      await n8n.engine.keepFilesIn(folder);
    });
    afterAll(async () => {
      await n8n.engine.keepFilesIn(undefined);
      await rm(folder, { recursive: true });
    });

    /** A file of an earlier step, as n8n has stored it. */
    async function storedFile(): Promise<IBinaryData> {
      const template = byId(n8n.sandbox.templates.offer);
      const earlier = await n8n.pass('export', { templateId: template });
      const file = earlier.run.items('Wallet Pass')[0]?.binary?.data;
      if (!file) throw new Error('No file was stored');
      return { ...file, mimeType: 'image/png', fileName: 'image.png' };
    }

    it('sends it completely', async () => {
      const data = await storedFile();
      await writeFile(n8n.engine.binaryPath(data), drawn);
      const { out } = await run('upload', FROM_BINARY, { binary: { data } });
      expect(out).toMatchObject([{ width: 640, height: 200, size: drawn.length }]);
    });

    it('reads at most the size that the service accepts', async () => {
      const data = await storedFile();
      // A sparse file: too large to read at once, without using disk space.
      await truncate(n8n.engine.binaryPath(data), 3 * 1024 ** 3);
      const { error, sent } = await run('upload', FROM_BINARY, { binary: { data } });
      expect(error?.message).toMatch(
        /^'Image' is larger than 10 MiB, the maximum the service accepts/,
      );
      expect(sent).toEqual([]);
    });
  });

  it('with Continue On Fail, refuses the bad file only', async () => {
    const { out } = await upload(
      { binaryPropertyName: expression("$itemIndex === 0 ? 'nowhere' : 'data'") },
      drawn,
      { items: [{}, {}], node: { onError: 'continueRegularOutput' } },
    );
    expect(out).toMatchObject([
      {
        error: "'Input Binary Field' is 'nowhere', but the item has no such binary field [item 0]",
      },
      { id: someText },
    ]);
    expect(control().requests()).toHaveLength(1);
  });

  it.each(['logo.png', 'ftp://example.com/a.png', 'https://', '', 'javascript:alert(1)'])(
    'refuses the URL %j',
    async (url) => {
      const { error, sent } = await run('upload', {
        inputSource: 'url',
        url: expression(JSON.stringify(url)),
      });
      expect(error?.message).toMatch(/^'Image' is (not a valid URL|empty)/);
      expect(sent).toEqual([]);
    },
  );
});

describe('Create Logo', () => {
  it('sends the color only if it is used, in its long form', async () => {
    const fileId = await idOf(upload({ purpose: 'template_logo' }, await logo('#ffffff')));
    const made = [];
    for (const parameters of [
      { treatment: 'original', color: '#123456' },
      { treatment: 'transparent' },
      { treatment: 'onecolor', color: 'abc' },
    ]) {
      const { out } = await run('createLogo', { fileId, ...parameters });
      made.push(out[0]?.id);
    }
    expect(n8n.bodies('POST', /logo$/)).toEqual([
      { treatment: 'original' },
      { treatment: 'transparent' },
      { treatment: 'onecolor', color: '#aabbcc' },
    ]);
    expect(new Set(made).size).toBe(3);
    expect(made[1]).toBe(fileId);
  });
});

describe('Get and Delete', () => {
  it('returns a file until it is deleted', async () => {
    const fileId = await idOf(upload());
    expect((await run('get', { fileId: ` ${fileId} ` })).out).toMatchObject([{ id: fileId }]);
    const { out, sent } = await run('delete', { fileId, confirm: true });
    expect(out).toEqual([{ deleted: true }]);
    expect(sent).toEqual([`DELETE /files/${fileId}`]);
    expect((await run('get', { fileId })).error).toMatchObject({ httpCode: '404' });
  });

  it('requires a confirmation that names the consequence of deleting', () => {
    const confirm = n8n.engine
      .nodeType('walletPass')
      .description.properties.find(
        ({ name, displayOptions }) =>
          name === 'confirm' && displayOptions?.show?.resource?.includes('file'),
      );
    expect(confirm).toMatchObject({ default: false, description: textWith('lose it') });
  });
});

describe('of an uploaded image', () => {
  let fileId = '';
  beforeEach(async () => {
    fileId = await idOf(upload({ purpose: 'template_logo' }));
    control().clearRequests();
  });

  it.each([
    ['upload', FROM_BINARY, /could not be read as an image/],
    ['createLogo', { treatment: 'transparent' }, /no background that could be removed/],
  ])('%s reports what the service refuses', async (operation, parameters, message) => {
    const { error } = await run(
      operation,
      { fileId, ...parameters },
      { binary: { data: binaryFile(Buffer.from('no picture')) } },
    );
    expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '400' });
    expect(error?.message).toMatch(message);
  });
});
