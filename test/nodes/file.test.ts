import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../shared/operations';
import { picture } from '../sandbox/images';
import { expression } from '../support/expression';
import { fileInputs } from '../support/fileInputs';
import { someText, textWith } from '../support/matchers';
import { type PassRun, binaryFile, byId, useN8n } from '../support/n8n';
import { file, template } from '../support/documented';
import { startStub } from '../support/stubService';

const n8n = useN8n();
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

test('Upload sends the file with its purpose, and returns ID, sizes and URLs', async () => {
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
      created: textWith(/Z$/),
    },
  ]);
  expect(Object.keys(out[0] ?? {})).not.toContain('mime_type');
});

/** Bytes that the service has under the URL of each output. */
const uploaded = (out: IDataObject[]) =>
  Promise.all(out.map(async ({ url }) => bytesOf(await fetch(url as string))));
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('Upload sends the picture of each item', async () => {
  const pictures = [drawn, await picture('png', 80, 40), await picture('png', 30, 30)];
  const binary = pictures.map((content) => ({ data: binaryFile(content) }));
  // Without a purpose, the service stores a file unchanged.
  const { out } = await run('upload', FROM_BINARY, { items: [{}, {}, {}], binary });
  expect(await uploaded(out)).toEqual(pictures);
});

describe('A file that n8n stores in a folder', () => {
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

  test('A stored file is uploaded completely', async () => {
    const data = await storedFile();
    await writeFile(n8n.engine.binaryPath(data), drawn);
    const { out } = await run('upload', FROM_BINARY, { binary: { data } });
    expect(out).toMatchObject([{ width: 640, height: 200, size: drawn.length }]);
  });

  test('The stored picture of each item is uploaded', async () => {
    const pictures = [drawn, await picture('png', 80, 40)];
    const binary: { data: IBinaryData }[] = [];
    for (const content of pictures) {
      const data = await storedFile();
      await writeFile(n8n.engine.binaryPath(data), content);
      binary.push({ data });
    }
    const { out } = await run('upload', FROM_BINARY, { items: [{}, {}], binary });
    expect(await uploaded(out)).toEqual(pictures);
  });

  test('A stored file that is too large for the service is refused without being read', async () => {
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

test('Upload with Continue On Fail refuses only the bad file', async () => {
  const { out } = await upload(
    { binaryPropertyName: expression("$itemIndex === 0 ? 'nowhere' : 'data'") },
    drawn,
    { items: [{}, {}], node: { onError: 'continueRegularOutput' } },
  );
  expect(out).toMatchObject([
    {
      error:
        "'Input Data Field Name' is 'nowhere', but the item has no such binary field [item 0 (row 1)]",
    },
    { id: someText },
  ]);
  expect(control().requests()).toHaveLength(1);
});

/** The operations with files, and the keys of their file inputs. */
const FILE_OPERATIONS = OPERATIONS.map(
  ({ resource, key, input }) => [resource, key, Object.keys(fileInputs(input))] as const,
).filter(([, , keys]) => keys.length > 0);

test.each(FILE_OPERATIONS)(
  'Files by URL in %s > %s are left to the service to download, even from its own host',
  async (resource, operation, keys) => {
    const service = await startStub(({ path }) => ({
      body: path.startsWith('/templates') ? template({ id: 'tpl', type: 'loyalty' }) : file(),
    }));
    const source = { inputSource: 'url', url: `${service.baseUrl}/images/a.png` };
    const images = Object.fromEntries(keys.map((key) => [key, { image: source }]));
    const { error } = await n8n.pass(
      operation,
      { ...source, templateId: byId('tpl'), name: 'Coffee Club', type: 'loyalty', images },
      { resource, baseUrl: service.baseUrl },
    );
    expect(error).toBeUndefined();
    const uploads = service.requests.filter(({ path }) => path === '/files');
    expect(uploads.map(({ body }) => (body as { url: string }).url)).toEqual(
      keys.map(() => source.url),
    );
    expect(service.requests.filter(({ path }) => path.startsWith('/images'))).toEqual([]);
  },
);
