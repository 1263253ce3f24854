import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import manifest from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');

describe('CONTRIBUTING.md', () => {
  const guide = () => readFile(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');

  it('names every script of package.json, and no other', async () => {
    const text = await guide();
    const named = [...text.matchAll(/`npm (?:run )?([\w:]+)/g)].map(([, script]) => script);
    const scripts = Object.keys(manifest.scripts);
    expect([...new Set(named)].filter((one) => one !== 'ci').sort()).toEqual([...scripts].sort());
  });

  it('names only files and folders that exist', async () => {
    const paths = [
      ...(await guide()).matchAll(/`((?:shared|test|docs|nodes|zapier|examples)\/[\w./-]+)`/g),
    ];
    expect(paths.length).toBeGreaterThan(20);
    const missing = paths
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(path.join(ROOT, file)));
    expect(missing).toEqual([]);
  });
});
