import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import manifest from '../../package.json';
import { releaseProblems, releaseState } from './release';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../..');

describe('a release', () => {
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
