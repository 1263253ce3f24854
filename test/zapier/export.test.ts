import { setTimeout as delay } from 'node:timers/promises';

import { failureOf, useZapier } from './harness';
import { startStub } from './stubService';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;

describe('Export Passes', () => {
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

  it('returns a file that Zapier fetches when a later step uses it', async () => {
    const exported = await app.create<{ file: string }>('export_passes', {
      templateId: template(),
      status: '',
    });
    expect(exported).toMatchObject({ passCount: 2 });
    const url = (await app.zapier.hydrate(exported.file)) as string;
    const stashed = app.zapier.stashedFile(url);
    expect(stashed).toMatchObject({ type: 'text/csv' });
    expect(stashed?.name).toMatch(/^passes-.*\.csv$/);
    expect(stashed?.content.toString()).toContain('"Ana, née Souza"');
    expect(app.sent().map(({ path }) => path)).toEqual(['/passes/export', '/passes/export']);
  });

  it('has a unique ID for every filter and every run', async () => {
    const exported = async (status: string) => {
      const inputData = { templateId: template(), status };
      // On the fast clock, work takes no time.
      await delay(1);
      return await app.create<{ id: string; fileName: string }>('export_passes', inputData);
    };
    const all = [await exported('all'), await exported('installed'), await exported('all')];
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    expect(all[0]?.fileName).not.toBe(all[1]?.fileName);
  });

  it('has the inputs in the reference, never the content or the key', async () => {
    const { file } = await app.create<{ file: string }>('export_passes', {
      templateId: template(),
      status: 'installed',
    });
    expect(file).toContain('"status":"installed"');
    expect(file).not.toMatch(/example\.com|svc_sk_/);
    expect(file.length).toBeLessThan(6 * 1024);
    await app.zapier.hydrate(file);
    expect(app.sent().map(({ query }) => query)).toEqual([
      { templateId: template(), status: 'installed' },
      { templateId: template(), status: 'installed' },
    ]);
  });

  it('retries a file that breaks off, and stores only a complete one', async () => {
    const { file } = await app.create<{ file: string }>('export_passes', {
      templateId: template(),
    });
    const bytes = Buffer.from('name,email\nAna,ana@example.com\n');
    let broken = 1;
    const { baseUrl, requests } = await startStub(() => ({ bytes, cutOff: broken-- > 0 }));
    const bundle = { authData: { baseUrl } };
    const url = (await app.zapier.hydrate(file, bundle)) as string;
    expect(app.zapier.stashedFile(url)?.content).toEqual(bytes);
    expect(requests).toHaveLength(2);

    broken = 3;
    const failure = await failureOf(app.zapier.hydrate(file, bundle));
    expect(failure.message).toContain('ended before it was complete');
    expect(requests).toHaveLength(5);
  });

  it('never counts half an export', async () => {
    app.sandbox.control.seedPasses(template(), 50, { emailPrefix: 'p' });
    app.sandbox.control.queueFault({ kind: 'garbled' });
    const failure = await failureOf(app.create('export_passes', { templateId: template() }));
    expect(failure.message).toContain('ends in the middle of a pass');
  });

  it('keeps names and addresses out of the request log', async () => {
    const { file } = await app.create<{ file: string }>('export_passes', {
      templateId: template(),
    });
    await app.zapier.hydrate(file);
    expect(app.zapier.logs.length).toBeGreaterThan(0);
    expect(JSON.stringify(app.zapier.logs)).not.toMatch(/Souza|ana@example\.com/);
  });

  it('names the scope a key lacks when the file is fetched', async () => {
    const inputData = { templateId: template() };
    const scoped = app.scoped('passes.viewAll');
    const { file } = await app.create<{ file: string }>('export_passes', inputData);
    expect((await failureOf(app.zapier.hydrate(file, scoped))).message).toContain('members.export');
  });
});
