import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { type Sandbox, startSandbox } from '../../sandbox/index';
import type { ZapierDefinition } from '../../test/engines/zapierEngine';
import app from '../../zapier/index';
import { type Built, builtApp, copyOfSources, deployed, openZip } from './app';
import { runNode, zapierCli } from './cli';

/** Most of it is Zapier's core, and 80 KB are the phone numbers of all countries. Far less than Zapier allows: a package that slips in would show. */
const MOST_BYTES = 800_000;

/** Parses the output of `validate --format json`: several arrays of findings. */
function findings(stdout: string): Record<string, string>[] {
  return stdout
    .split(/^(?=\[)/m)
    .flatMap((list) => JSON.parse(list) as Record<string, string>[])
    .filter(({ Category, Property }) => Category ?? Property);
}

describe('zapier-platform validate', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await copyOfSources();
  });

  it('builds the app from a checkout and accepts its structure', async () => {
    const run = await zapierCli(['validate', '--without-style', '--format', 'json'], folder);
    expect(run).toMatchObject({ code: 0 });
    expect(findings(run.stdout)).toEqual([]);
    expect(await readdir(path.join(folder, 'dist'))).toContain('index.js');
  });

  it('reports a problem', async () => {
    const bundle = path.join(folder, 'dist/index.js');
    const whole = await readFile(bundle, 'utf8');
    const [, label = ''] = /label:"(Issue Pass)"/.exec(whole) ?? [];
    await writeFile(bundle, whole.replaceAll(`"${label}"`, '""'));
    const args = ['validate', '--skip-build', '--without-style', '--format', 'json'];
    const run = await zapierCli(args, folder);
    await writeFile(bundle, whole);
    expect(run.code).not.toBe(0);
    expect(findings(run.stdout)).toContainEqual(
      expect.objectContaining({ Property: expect.stringContaining('issue_pass') as unknown }),
    );
  });
});

describe('zapier-platform build', () => {
  let built: Built;
  let names: string[];
  beforeAll(async () => {
    built = await builtApp();
    names = namesIn(built.buildZip);
  });

  function namesIn(zip: string): string[] {
    return openZip(zip)
      .getEntries()
      .flatMap(({ entryName, isDirectory }) => (isDirectory ? [] : [entryName]));
  }

  it(`creates a build.zip of at most ${MOST_BYTES / 1000} KB`, async () => {
    expect((await stat(built.buildZip)).size).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('includes only the bundle and the files Zapier needs', () => {
    expect(names.filter((name) => !name.startsWith('node_modules/')).sort()).toEqual([
      'definition.json',
      'dist/index.js',
      'package.json',
      'zapierwrapper.js',
    ]);
    expect(names.filter((name) => /\.(map|ts|env)$|\/test\/|n8n|sandbox/.test(name))).toEqual([]);
  });

  it('includes the core, but no packages that only tests and n8n need', () => {
    const packages = new Set(
      names.flatMap((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []),
    );
    expect([...packages]).toEqual(expect.arrayContaining(['zapier-platform-core', 'node-fetch']));
    for (const none of ['zod', 'luxon', 'undici', 'hono', 'n8n-workflow', 'zapier-platform-cli']) {
      expect(packages).not.toContain(none);
    }
  });

  it('describes every trigger, search and create of the app', () => {
    const text = openZip(built.buildZip).readAsText('definition.json');
    const definition = JSON.parse(text) as ZapierDefinition;
    expect(Object.keys(definition.triggers ?? {})).toEqual(Object.keys(app.triggers));
    expect(Object.keys(definition.searches ?? {})).toEqual(Object.keys(app.searches));
    expect(Object.keys(definition.creates ?? {})).toEqual(Object.keys(app.creates));
    expect(definition).toMatchObject({ version: app.version, platformVersion: '19.1.0' });
  });

  it('archives the sources of the app without secrets', () => {
    const sources = namesIn(built.sourceZip);
    expect(sources).toEqual(expect.arrayContaining(['index.ts', 'package.json']));
    expect(sources.filter((name) => /^(dist|build|node_modules)\/|\.env$/.test(name))).toEqual([]);
  });
});

describe('the unpacked build.zip', () => {
  let sandbox: Sandbox;
  let folder: string;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'templates' });
    folder = await deployed();
  });
  afterAll(() => sandbox.close());

  /** Calls the app as Zapier's servers do, through the wrapper in the zip. */
  async function send(method: string, bundle: object): Promise<unknown> {
    const authData = { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys['Full access'] };
    const event = { command: 'execute', method, bundle: { authData, meta: {}, ...bundle } };
    const program = `
      import { handler } from './zapierwrapper.js';
      const { results } = await handler(JSON.parse(process.argv[1]));
      console.log('results ' + JSON.stringify(results));`;
    const args = ['--input-type=module', '-e', program, JSON.stringify(event)];
    const { code, stdout, stderr } = await runNode(args, folder);
    const [, results] = /^results (.*)$/m.exec(stdout) ?? [];
    if (code !== 0 || results === undefined) throw new Error(`${stdout}\n${stderr}`);
    return JSON.parse(results);
  }

  it('tests a connection', async () => {
    expect(await send('authentication.test', {})).toMatchObject({
      displayName: expect.any(String) as unknown,
    });
  });

  it('names the connection', async () => {
    const inputData = { displayName: 'Harbor & Pine', email: 'owner@example.com' };
    expect(await send('authentication.connectionLabel', { inputData })).toBe(
      'Harbor & Pine (owner@example.com)',
    );
  });

  it('issues a pass', async () => {
    const inputData = { templateId: sandbox.templates.loyalty, externalId: 'M-1' };
    const { id } = (await send('creates.issue_pass.operation.perform', { inputData })) as {
      id: string;
    };
    expect(sandbox.control.pass(id)).toMatchObject({ externalId: 'M-1' });
  });
});
