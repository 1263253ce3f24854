import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { parse } from 'yaml';

import manifest from '../../package.json';
import { releaseProblems, releaseState } from './release';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  needs?: string;
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  strategy?: { matrix: { node: number[] } };
  steps: Step[];
}
interface Workflow {
  on: { push: { tags?: string[]; branches?: string[] } };
  permissions: Record<string, string>;
  concurrency: { group: string; 'cancel-in-progress': boolean };
  jobs: Record<string, Job>;
}

const workflow = async (name: string) =>
  parse(await read(`.github/workflows/${name}.yml`), { strict: true }) as Workflow;
const commands = (job: Job | undefined) => (job?.steps ?? []).flatMap((step) => step.run ?? []);
const scriptOf = (command: string) => /^npm (?:run )?([\w:]+)/.exec(command)?.[1] ?? command;

describe.each(['ci', 'release'])('the %s workflow', (name) => {
  it('runs scripts that exist, after npm ci', async () => {
    for (const job of Object.values((await workflow(name)).jobs)) {
      const scripts = commands(job).map(scriptOf);
      for (const script of scripts.filter((one) => !['ci', 'publish'].includes(one))) {
        expect(Object.keys(manifest.scripts)).toContain(script);
      }
      expect(scripts[0]).toBe('ci');
    }
  });

  it('has only read permissions, except for the OIDC token of npm provenance', async () => {
    const { permissions, jobs } = await workflow(name);
    expect(permissions).toEqual({ contents: 'read' });
    for (const [key, job] of Object.entries(jobs)) {
      expect(job.permissions).toEqual(
        key === 'publish' ? { contents: 'read', 'id-token': 'write' } : undefined,
      );
    }
  });

  it("uses GitHub's own actions by major version, has a timeout, and keeps no token", async () => {
    const text = await read(`.github/workflows/${name}.yml`);
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|_authToken/);
    const { jobs, concurrency } = await workflow(name);
    expect(concurrency.group).not.toBe('');
    for (const job of Object.values(jobs)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      const used = job.steps.flatMap(({ uses }) => uses ?? []);
      expect(used.length).toBeGreaterThan(0);
      for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@v\d+$/);
      const checkout = job.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'));
      expect(checkout?.with).toEqual({ 'persist-credentials': false });
    }
  });
});

describe('CI', () => {
  it('runs every check of .ci/run on every Node the README states, and the real platforms', async () => {
    const { jobs } = await workflow('ci');
    const versions = jobs.test?.strategy?.matrix.node ?? [];
    expect(versions.map(String)).toEqual(
      /\b(\d+), (\d+) (?:and|or) (\d+)\b/.exec(await read('README.md'))?.slice(1),
    );
    expect(`>=${String(Math.min(...versions))}`).toBe(manifest.engines.node);
    expect(
      jobs.test?.steps.some((step) => step.with?.['node-version'] === '${{ matrix.node }}'),
    ).toBe(true);
    const local = (await read('.ci/run')).match(/npm (?:run )?[\w:]+/g)?.map(scriptOf) ?? [];
    const all = Object.values(jobs).flatMap(commands).map(scriptOf);
    expect(all).toEqual(expect.arrayContaining(local));
    expect(commands(jobs.e2e)).toContain('npm run e2e');
  });
});

describe('a release', () => {
  it('is published with provenance, from a tag, after every check and from a fresh build', async () => {
    const { on, jobs, concurrency } = await workflow('release');
    expect(on).toEqual({ push: { tags: ['*.*.*'] } });
    expect(concurrency['cancel-in-progress']).toBe(false);
    expect(commands(jobs.check).map(scriptOf).sort()).toEqual(
      ['check', 'ci', 'release:check', 'test'].sort(),
    );
    expect(jobs.publish?.needs).toBe('check');
    expect(commands(jobs.publish)).toEqual([
      'npm ci',
      'npm run build',
      'npm publish --provenance --access public',
    ]);
  });

  it('of this version is ready, once nothing is left under Unreleased', async () => {
    const state = await releaseState();
    const changelog = state.changelog.replace(/^## Unreleased$[^]*?(?=^## )/m, '');
    expect(releaseProblems(manifest.version, { ...state, changelog })).toEqual([]);
  });

  it('is refused if tag, versions and changelog do not match', async () => {
    const state = {
      version: '1.2.0',
      zapierVersion: '1.2.0',
      changelog: '# Changelog\n\n## 1.2.0\n\n- More.\n\n## 1.1.0\n\n- Some.\n',
    };
    expect(releaseProblems('1.2.0', state)).toEqual([]);
    expect(releaseProblems('1.1.0', state)).toHaveLength(2);
    expect(releaseProblems('v1.2.0', state)).toHaveLength(3);
    expect(releaseProblems('1.2.0', { ...state, zapierVersion: '1.1.0' })).toHaveLength(1);
    const empty = state.changelog.replace('- More.', '');
    expect(releaseProblems('1.2.0', { ...state, changelog: empty })).toHaveLength(1);
    const pending = state.changelog.replace('## 1.2.0', '## Unreleased\n\n- New.\n\n## 1.2.0');
    expect(releaseProblems('1.2.0', { ...state, changelog: pending })).toHaveLength(1);
    await expect(
      run('npm', ['run', '--silent', 'release:check', '--', '99.0.0'], { cwd: ROOT }),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('The tag is') });
  });

  it("follows npm's and n8n's rules for the manifest", () => {
    const { name, keywords, license, author, repository, homepage, bugs, files } = manifest;
    expect(name).toMatch(/^n8n-nodes-/);
    expect(keywords).toContain('n8n-community-node-package');
    expect(license).toBe('MIT');
    expect(author).toEqual({ name: expect.any(String), email: expect.stringContaining('@') });
    const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
    expect(page).toMatch(/^https:\/\/github\.com\//);
    expect(homepage).toBe(`${page}#readme`);
    expect(bugs.url).toBe(`${page}/issues`);
    expect(files).toEqual(['dist', 'CHANGELOG.md']);
    // Nothing may run on the machine that installs it.
    for (const script of ['prepare', 'preinstall', 'install', 'postinstall', 'prepublish']) {
      expect(manifest.scripts).not.toHaveProperty(script);
    }
  });
});
