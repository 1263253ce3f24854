import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { endless } from '../support/brokenBodies';
import { byId, useN8n } from '../support/n8n';
import { startStub } from '../support/stubService';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const EXPORT = { method: 'GET', path: '^/passes/export$' };
const isExport = (request: string) => request === 'GET /passes/export';
const COUNT = 2000;
/** Rows that a response sends at most until a part of it is stored. */
const MOST_ROWS = 10_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wallet-pass-export-'));
});
afterAll(async () => {
  await n8n.engine.keepFilesIn(undefined);
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  control().seedPasses(n8n.sandbox.templates.giftCard, COUNT, {
    emailPrefix: 'g',
    values: { customFields: { giftMessage: 'a, "b"\n€ 🎁' }, templateFields: { pin: '0042' } },
  });
});

const exportPasses = (more: object = {}, options: object = {}) =>
  n8n.pass('export', { templateId: byId(n8n.sandbox.templates.giftCard), ...more }, options);

/** The CSV as the service returns it. */
async function csv(): Promise<Buffer> {
  const { baseUrl, keys, templates } = n8n.sandbox;
  const response = await fetch(`${baseUrl}/passes/export?templateId=${templates.giftCard}`, {
    headers: { 'x-api-key': keys['Full access'] },
  });
  return Buffer.from(await response.arrayBuffer());
}

/** Names of all files that n8n stores. */
async function keptFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe.each(['in a folder', 'in the items'])('Export with files that n8n keeps %s', (where) => {
  beforeAll(async () => {
    await n8n.engine.keepFilesIn(where === 'in a folder' ? folder : undefined);
  });

  test('An exported file equals that of the service, and its passes are counted', async () => {
    const { run, out, error } = await exportPasses();
    expect(error).toBeUndefined();
    const file = run.items('Wallet Pass')[0]?.binary?.data;
    if (!file) throw new Error('There is no file');
    expect(file.id === undefined).toBe(where !== 'in a folder');
    expect(file).toMatchObject({ mimeType: 'text/csv', fileExtension: 'csv' });
    expect(out).toMatchObject([{ passCount: COUNT, fileName: file.fileName }]);
    expect((await n8n.engine.binary(file)).equals(await csv())).toBe(true);
  });

  test('An export that breaks off is fetched again, and only the complete file is kept', async () => {
    const before = await keptFiles();
    control().queueFault({ kind: 'cutOff', match: EXPORT });
    const { run, out, sent } = await exportPasses();
    const file = run.items('Wallet Pass')[0]?.binary?.data;
    expect(out).toMatchObject([{ passCount: COUNT }]);
    expect(file && (await n8n.engine.binary(file)).equals(await csv())).toBe(true);
    expect(sent.filter(isExport)).toHaveLength(2);
    // The file and what n8n writes beside it.
    expect(await keptFiles()).toHaveLength(before.length + (where === 'in a folder' ? 2 : 0));
  });
});

describe('Export with files in a folder', () => {
  beforeEach(() => n8n.engine.keepFilesIn(folder));

  test('An export as items that breaks off is read again, without duplicate rows', async () => {
    control().queueFault({ kind: 'cutOff', match: EXPORT });
    const { out } = await exportPasses({ outputAs: 'items' });
    expect(out).toHaveLength(COUNT);
    expect(new Set(out.map(({ email }) => email)).size).toBe(COUNT);
  });

  test('An export that n8n cannot store fails with the reason', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    // A file blocks the path of the folder.
    await rm(path.join(folder, 'workflows'), { recursive: true, force: true });
    await writeFile(path.join(folder, 'workflows'), '');
    const { error } = await exportPasses();
    expect(error?.message).toContain('n8n could not store the file');
    expect(error?.description).toContain('binary data storage');
    await rm(path.join(folder, 'workflows'));
  });

  test('An export that is stopped in the middle ends immediately and leaves no file', async () => {
    // Shows the node that n8n streams files again.
    await exportPasses();
    const before = await keptFiles();
    const stop = new AbortController();
    let begun = false;
    async function* rows() {
      for (let row = 0; row < MOST_ROWS && !begun; row += 1) {
        yield Buffer.from(`${row},ana@example.com\n`);
        begun = (await keptFiles()).length > before.length;
      }
      stop.abort();
      // The response never ends: only the stop can end the run.
      await new Promise(() => {});
    }
    const { baseUrl, requests } = await startStub(({ path: to }) =>
      to.includes('/export')
        ? { headers: { 'content-type': 'text/csv' }, stream: rows() }
        : { status: 404 },
    );
    const { run } = await exportPasses({}, { baseUrl, signal: stop.signal });
    expect(begun).toBe(true);
    expect(run.status).toBe('canceled');
    expect(await keptFiles()).toEqual(before);
    expect(requests.filter(({ path: to }) => to.includes('/export'))).toHaveLength(1);
  });

  test('A compressed export is decompressed', async () => {
    const content = `name,email\n${'Ana,ana@example.com\n'.repeat(5000)}`;
    const { baseUrl } = await startStub(() => ({
      headers: { 'content-encoding': 'gzip', 'content-type': 'text/csv' },
      bytes: gzipSync(content),
    }));
    const { run, out } = await exportPasses({}, { baseUrl });
    const file = run.items('Wallet Pass')[0]?.binary?.data;
    expect(out).toMatchObject([{ passCount: 5000 }]);
    expect(file && (await n8n.engine.binary(file)).toString()).toBe(content);
  });
});

test('An export that is a web page is not read', async () => {
  const body = endless();
  const { baseUrl } = await startStub(({ path: to }) =>
    to.startsWith('/passes/export')
      ? { headers: { 'content-type': 'text/html; charset=utf-8' }, stream: body.stream() }
      : { status: 404 },
  );
  const { error } = await exportPasses({}, { baseUrl });
  expect(error?.message).toContain('it is a web page');
  expect(body.taken).toBeLessThan(1000);
});

test('An exported file is named after its template', async () => {
  const { baseUrl, keys, templates } = n8n.sandbox;
  const { giftCard } = templates;
  const rename = (name: string) =>
    fetch(`${baseUrl}/templates/${giftCard}`, {
      method: 'PATCH',
      headers: { 'x-api-key': keys['Full access'], 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
  await rename('Gift / “Café” card');
  const { out } = await exportPasses();
  expect(out[0]?.fileName).toMatch(/^passes-Gift-Café-card-\d{4}-\d\d-\d\d\.csv$/);
  expect(out[0]?.id).toMatch(new RegExp(`^${giftCard}-`));

  await rename('···');
  const { out: withoutLetters } = await exportPasses();
  expect(withoutLetters[0]?.fileName).toMatch(new RegExp(`^passes-${giftCard}-`));
});
