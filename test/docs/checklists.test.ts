import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import manifest from '../../package.json';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');

/** Every file that a checklist names must exist. */
describe.each(['test/README.md', 'docs/publishing.md'])('%s', (file) => {
  it('names files that are there', async () => {
    const text = await read(file);
    const named = [...text.matchAll(/`((?:test|e2e|docs|zapier|examples|\.github)\/[^`\s]*)`/g)];
    expect(named.length).toBeGreaterThan(0);
    const missing = named
      .map(([, name = '']) => name)
      .filter((name) => !existsSync(path.join(ROOT, name)));
    expect(missing).toEqual([]);
  });

  it('names commands that are there', async () => {
    const commands = [...(await read(file)).matchAll(/`npm run ([\w:-]+)/g)].map(
      ([, name]) => name,
    );
    const zapier = (JSON.parse(await read('zapier/package.json')) as typeof manifest).scripts;
    const scripts = [...Object.keys(manifest.scripts), ...Object.keys(zapier)];
    expect(scripts).toEqual(expect.arrayContaining(commands));
  });
});

describe('the description of the Zapier app', () => {
  it("is within Zapier's limits", async () => {
    const { description } = JSON.parse(await read('zapier/package.json')) as {
      description: string;
    };
    expect(description.length).toBeGreaterThanOrEqual(40);
    expect(description.length).toBeLessThanOrEqual(140);
    expect(description).not.toMatch(/zapier|sync/i);
  });
});
