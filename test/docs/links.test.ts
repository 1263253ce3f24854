import { readFileSync } from 'node:fs';
import path from 'node:path';

import { checkLinks, textFiles } from '../support/links';

const ROOT = path.resolve(__dirname, '../..');

it('links of documents and references in code lead to files and headings that exist', async () => {
  const files = textFiles(ROOT);
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'docs/service.md',
      'docs/operations/README.md',
      'examples/README.md',
      'examples/zapier/form-to-pass.md',
      'e2e/README.md',
      'shared/http/errorMapping.ts',
      'nodes/WalletPass/WalletPass.node.json',
    ]),
  );
  const { count, broken } = await checkLinks(ROOT, files);
  expect(broken).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

it('docs/README.md lists every page of docs/', () => {
  const pages = textFiles(ROOT).flatMap(
    (file) => /^docs\/([\w-]+(?:\/README)?\.md)$/.exec(file)?.[1] ?? [],
  );
  const index = readFileSync(path.join(ROOT, 'docs/README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[.*?\]\((.*?)\): ./gm)].map(([, page]) => page);
  expect([...listed, 'README.md'].sort()).toEqual(pages.sort());
});

it('no recommended expression turns a date that cannot be read into nothing', () => {
  // Of an invalid date, Luxon's `toISODate()` and its like return null, which counts as left empty.
  const files = textFiles(ROOT).filter((file) =>
    /^(README|docs|examples|nodes|zapier)\b/.test(file),
  );
  const wrong = files.filter((file) =>
    /DateTime\b[^\n]*\.to(ISO|SQL|JSON|HTTP|RFC)\w*\(/.test(
      readFileSync(path.join(ROOT, file), 'utf8'),
    ),
  );
  expect(wrong).toEqual([]);
});
