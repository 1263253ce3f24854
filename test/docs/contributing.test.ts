import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import manifest from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');

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

describe('CONTRIBUTING.md', () => {
  const guide = () => readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');

  it('names every script of package.json, and no other', async () => {
    const text = await guide();
    const named = [...text.matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, script]) => script);
    const scripts = Object.keys(manifest.scripts);
    expect([...new Set(named)].filter((one) => one !== 'ci').sort()).toEqual([...scripts].sort());
  });

  it('names only commands that .ci/run runs, and GitHub runs every group of it', async () => {
    const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');
    const steps = await read('.ci/run');
    // `npm test` runs it, as its outcome depends on the changelog.
    const scripts = [...scriptsRunBy(steps), 'release:check'];
    expect(scripts.sort()).toEqual(Object.keys(manifest.scripts).sort());
    const groups = [...steps.matchAll(/^ {4}(\w+)\)/gm)].map(([, group]) => group);
    expect(steps).toContain(`set -- ${groups.join(' ')}\n`);
    const onGitHub = (await read('.github/workflows/ci.yml')).matchAll(/- run: \.ci\/run (.+)/g);
    expect([...onGitHub].map(([, group]) => group)).toEqual(groups);
  });

  it('names only files and folders that exist', async () => {
    const paths = [
      ...(await guide()).matchAll(
        /`((?:shared|test|docs|scripts|nodes|zapier|sandbox|e2e|examples)\/[\w./-]+)`/g,
      ),
    ];
    expect(paths.length).toBeGreaterThan(20);
    const missing = paths
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(path.join(ROOT, file)));
    expect(missing).toEqual([]);
  });
});

it('test/README.md names every folder of test/', async () => {
  const text = await readFile(path.join(ROOT, 'test/README.md'), 'utf8');
  const folders = readdirSync(path.join(ROOT, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(folders.filter((name) => !text.includes(`\`${name}/\``))).toEqual([]);
});
