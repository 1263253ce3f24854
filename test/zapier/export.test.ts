import { setTimeout as delay } from 'node:timers/promises';

import type { ZapierBundle } from '../engines/zapierEngine';
import { failureOf, useZapier } from './harness';
import { startStub } from '../support/stubService';

const app = useZapier();
const EXPORT = '/passes/export';
const template = () => app.sandbox.templates.loyalty;

interface Exported {
  id: string;
  fileName: string;
  passCount: number;
  /** URL of the stored file. */
  file: string;
}

function exportPasses(inputData: object, bundle?: ZapierBundle): Promise<Exported> {
  return app.create<Exported>('export_passes', { templateId: template(), ...inputData }, bundle);
}

beforeEach(async () => {
  await app.issue({
    templateId: template(),
    email: 'ana@example.com',
    templateFields: { accountName: 'Ana, née Souza' },
  });
  await app.issue({
    templateId: template(),
    email: 'bo@example.com',
    templateFields: { accountName: 'Bo' },
  });
});

test('Export Passes downloads the file once, counts its passes and stores it with Zapier', async () => {
  const exported = await exportPasses({ status: '' });
  expect(exported).toMatchObject({ passCount: 2 });
  const stored = app.zapier.stashedFile(exported.file);
  expect(stored).toMatchObject({ type: 'text/csv', name: exported.fileName });
  expect(stored?.name).toMatch(/^passes-.*\.csv$/);
  expect(stored?.content.toString()).toContain('"Ana, née Souza"');
  const read = { method: 'GET', body: undefined };
  expect(app.sent()).toEqual([
    { ...read, path: `/templates/${template()}`, query: {} },
    { ...read, path: EXPORT, query: { templateId: template() } },
  ]);
});

test('An export has a unique ID for every filter and every run', async () => {
  const exported = async (status: string) => {
    // On the fast clock, work takes no time.
    await delay(1);
    return await exportPasses({ status });
  };
  const all = [await exported('all'), await exported('installed'), await exported('all')];
  expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  expect(all[0]?.fileName).not.toBe(all[1]?.fileName);
});

test('The result of an export has neither content nor key', async () => {
  const result = JSON.stringify(await exportPasses({}));
  expect(result).not.toMatch(/Souza|ana@example\.com|svc_sk_/);
});

test('An export that breaks off is fetched again, and only a complete file is returned', async () => {
  const bytes = Buffer.from('name,email\nAna,ana@example.com\n');
  let broken = 1;
  const { baseUrl, requests } = await startStub(({ path }) =>
    path.startsWith(EXPORT) ? { bytes, cutOff: broken-- > 0 } : { status: 404 },
  );
  const exports = () => requests.filter(({ path }) => path.startsWith(EXPORT));
  const bundle = { authData: { baseUrl } };
  const exported = await exportPasses({}, bundle);
  expect(exported).toMatchObject({ passCount: 1 });
  expect(app.zapier.stashedFile(exported.file)?.content).toEqual(bytes);
  expect(exports()).toHaveLength(2);

  broken = 3;
  const failure = await failureOf(exportPasses({}, bundle));
  expect(failure.message).toContain('ended before it was complete');
  expect(exports()).toHaveLength(5);
});

test('The request log of an export contains no names and addresses', async () => {
  await exportPasses({});
  expect(app.zapier.logs.length).toBeGreaterThan(0);
  expect(JSON.stringify(app.zapier.logs)).not.toMatch(/Souza|ana@example\.com/);
});
