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
