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
