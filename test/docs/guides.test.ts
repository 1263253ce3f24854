import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

import manifest from '../../package.json';
import { read, ROOT } from '../support/repository';

const SCRIPTS = Object.keys(manifest.scripts).sort();

/** The scripts of package.json that commands run, directly or through others. */
function scriptsRunBy(commands: string): Set<string> {
  const scripts: Record<string, string> = manifest.scripts;
  const found = new Set<string>();
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/^(?!\s*#).*\bnpm (?:run )?([\w:]+)/gm)) {
      if (found.has(name) || scripts[name] === undefined) continue;
      found.add(name);
      add(scripts[name].replaceAll(' && ', '\n'));
    }
  };
  add(commands.replaceAll(' && ', '\n'));
  return found;
}

test.each(['CONTRIBUTING.md', 'test/README.md', 'docs/publishing.md'])(
  '%s names only files, folders and commands that exist',
  (page) => {
    const paths = read(page).matchAll(
      /`((?:shared|test|docs|scripts|nodes|zapier|sandbox|e2e|examples|\.github)\/[^`<*\s]*)`/g,
    );
    const files = [...paths].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
    const commands = [...read(page).matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name);
    const { scripts } = JSON.parse(read('zapier/package.json')) as typeof manifest;
    expect([...SCRIPTS, ...Object.keys(scripts)]).toEqual(expect.arrayContaining(commands));
  },
);

test('CONTRIBUTING.md names every script of package.json, and no other', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/`npm (?:run )?([\w:]+)/g)];
  const scripts = new Set(named.map(([, script]) => script));
  expect([...scripts].filter((script) => script !== 'ci').sort()).toEqual(SCRIPTS);
});

test('GitHub runs every group of .ci/run, and those run every script of package.json', () => {
  const steps = read('.ci/run');
  // `npm test` runs it, as its outcome depends on the changelog.
  expect([...scriptsRunBy(steps), 'release:check'].sort()).toEqual(SCRIPTS);
  const groups = [...steps.matchAll(/^ {4}(\w+)\)/gm)].map(([, group]) => group);
  expect(steps).toContain(`set -- ${groups.join(' ')}\n`);
  const onGitHub = read('.github/workflows/ci.yml').matchAll(/- run: \.ci\/run (.+)/g);
  expect([...onGitHub].map(([, group]) => group)).toEqual(groups);
});

test('The page test/README.md names every folder of test/', () => {
  const folders = readdirSync(path.join(ROOT, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.filter((name) => !read('test/README.md').includes(`\`${name}/\``))).toEqual([]);
});
