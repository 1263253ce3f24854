import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { EXAMPLES } from '../../examples/catalog';
import { writeGeneratedFiles } from '../../scripts/docs/generatedFiles';
import { TRIGGERS } from '../../shared/triggers';
import { ROOT } from '../support/repository';

/** Files that are generated in part. */
const PAGES = [
  'CONTRIBUTING.md',
  'README.md',
  'docs/check-service.md',
  'docs/many-items.md',
  'docs/retries.md',
  'docs/service.md',
  'docs/troubleshooting.md',
  'examples/README.md',
  ...EXAMPLES.filter(({ onlyOnN8n }) => !onlyOnN8n).map(({ name }) => `examples/zapier/${name}.md`),
];

const ICON = 'zapier/icon.png';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'wallet-pass-docs-'));
  for (const page of PAGES) await cp(path.join(ROOT, page), path.join(root, page));
});
afterEach(() => rm(root, { recursive: true }));

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

test('The folder docs/ contains only pages and pictures', async () => {
  const files = await filesIn(path.join(ROOT, 'docs'));
  expect(files.filter((file) => !/\.(md|png)$/.test(file))).toEqual([]);
});

test('The generated pages are those that npm run docs writes', async () => {
  await writeGeneratedFiles(root);
  const written = await filesIn(root);
  expect(written).toEqual(expect.arrayContaining(['docs/operations/pass.md', ICON]));
  // test/packaging/appearance.test.ts compares the icon.
  for (const file of written.filter((name) => name !== ICON)) {
    expect(await readFile(path.join(ROOT, file), 'utf8')).toBe(
      await readFile(path.join(root, file), 'utf8'),
    );
  }
  const folder = 'docs/operations';
  expect(await filesIn(path.join(ROOT, folder))).toEqual(await filesIn(path.join(root, folder)));
});

test('The command npm run docs names a page that cannot be generated, and writes nothing', async () => {
  const page = path.join(root, 'README.md');
  const text = await readFile(page, 'utf8');
  await writeFile(page, text.replaceAll(': npm run docs -->', ' -->'));
  await expect(writeGeneratedFiles(root)).rejects.toThrow('README.md: the page has no line');
  expect(await filesIn(root)).toEqual([...PAGES].sort());
});

test('The command npm run docs names the page of a broken declaration, and writes nothing', async () => {
  const [trigger] = TRIGGERS as readonly { output?: object }[];
  const broken = jest.replaceProperty(trigger ?? {}, 'output', undefined);
  const writing = writeGeneratedFiles(root);
  broken.restore();
  await expect(writing).rejects.toThrow('docs/operations/triggers.md: ');
  expect(await filesIn(root)).toEqual([...PAGES].sort());
});
