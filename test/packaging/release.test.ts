import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import manifest from '../../package.json';
import { ROOT } from '../support/repository';
import { type ReleaseState, findUnfinished, releaseProblems, releaseState } from './release';

const run = promisify(execFile);

/** A changelog that is ready for the release of a version. */
function changelogOf(version: string): string {
  const page = 'https://github.com/somebody/package';
  return `# Changelog

## [Unreleased]

## [${version}] - 2026-12-31

### Added

- More.

## [0.0.1] - 2026-11-30

- Some.

[Unreleased]: ${page}/compare/${version}...HEAD
[${version}]: ${page}/compare/0.0.1...${version}
[0.0.1]: ${page}/releases/tag/0.0.1
`;
}

test('A release of this version needs only what docs/publishing.md lists', async () => {
  const { version, zapierVersion, changelog } = await releaseState();
  const state = { version, zapierVersion, changelog: changelogOf(version), unfinished: [] };
  expect(releaseProblems(manifest.version, state)).toEqual([]);
  const titles = changelog.match(/(?<=^## ).*/gm) ?? [];
  expect(titles[0]).toBe('[Unreleased]');
  for (const title of titles) {
    expect(title).toMatch(/^\[(Unreleased|\d+\.\d+\.\d+)\]( - \d{4}-\d{2}-\d{2})?$/);
    expect(changelog).toContain(`\n${title.replace(/ - .*/, '')}: https://github.com/`);
  }
});

test('A release is refused if tag, versions and changelog do not match', async () => {
  const changelog = changelogOf('1.2.0');
  const state = { version: '1.2.0', zapierVersion: '1.2.0', changelog, unfinished: [] };
  const problems = (tag: string, changed: Partial<ReleaseState> = {}) =>
    releaseProblems(tag, { ...state, ...changed });
  const withChangelog = (from: string, to: string) => {
    expect(changelog).toContain(from);
    return problems('1.2.0', { changelog: changelog.replace(from, to) });
  };
  expect(problems('1.2.0')).toEqual([]);
  expect(problems('1.1.0')).toHaveLength(5);
  expect(problems('v1.2.0')).toHaveLength(5);
  expect(problems('1.2.0', { zapierVersion: '1.1.0' })).toHaveLength(1);
  expect(problems('1.2.0', { unfinished: ['README.md:1: …'] })).toEqual(['README.md:1: …']);

  const noEntries = [expect.stringMatching(/^CHANGELOG.md has no entries under/)];
  expect(withChangelog('- More.', '')).toEqual(noEntries);
  for (const date of ['', ' - ', ' - 31.12.2026', ' - 2026-13-31', ' - soon 2026-12-31']) {
    expect(withChangelog(' - 2026-12-31', date)).toEqual(noEntries);
  }
  expect(withChangelog('## [Unreleased]', '## [Unreleased]\n\nSoon.')).toEqual([
    expect.stringMatching(/^CHANGELOG.md has text under '## \[Unreleased\]'/),
  ]);
  expect(withChangelog('[1.2.0]: ', '[1.2]: ')).toHaveLength(1);
  expect(withChangelog('1.2.0...HEAD', '1.1.0...HEAD')).toHaveLength(1);
  await expect(
    run('npm', ['run', '--silent', 'release:check', '--', '99.0.0'], { cwd: ROOT }),
  ).rejects.toMatchObject({ stderr: expect.stringContaining('The tag is') });
});

test('A release is refused while something is left to fill in, with file and line', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'release-'));
  const placeholder = ['maintainers', 'wallet-pass-connectors.example'].join('@');
  const files = {
    '.github/CODEOWNERS': `# Who reviews\n* ${placeholder}\n`,
    'README.md': 'It is not published yet.\n\nUntil the package is published, build it.\n',
    'docs/publishing.md': 'Not published.\n\n- [x] Done\n- [ ] Open\n',
    'SECURITY.md': '- [ ] Not published, and only owner@somebody-else.example.\n',
    'node_modules/some/package.json': placeholder,
  };
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
    const found = await findUnfinished(root);
    expect(found.map((line) => line.split(': ', 1)[0]).sort()).toEqual([
      '.github/CODEOWNERS:2',
      'README.md:1',
      'README.md:3',
      'docs/publishing.md:4',
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
