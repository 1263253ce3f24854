import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { checkLinks, textFiles } from '../support/links';

const ROOT = path.resolve(__dirname, '../..');
/** Contains broken links on purpose. */
const THIS_FILE = 'test/docs/links.test.ts';

describe('the links of the documents and references in the code', () => {
  it('lead to files and headings that exist', async () => {
    const files = textFiles(ROOT).filter((file) => file !== THIS_FILE);
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
});

describe('the check of links', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'links-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const REPOSITORY = 'https://github.com/wallet-pass-connectors/n8n-nodes-wallet-pass';
  const PAGE = '# The `key` & **more**\n\n## Twice\n\n## Twice\n\n```\n# Not a heading\n```\n';
  beforeAll(() => {
    mkdirSync(path.join(folder, 'docs'));
    writeFileSync(path.join(folder, 'docs/page.md'), PAGE);
    writeFileSync(path.join(folder, 'README.md'), '# Usage\n\n<a id="mark"></a>\n');
  });

  async function problemsOf(name: string, text: string) {
    writeFileSync(path.join(folder, name), text);
    const { broken } = await checkLinks(folder, [name]);
    return broken.map(({ link, problem }) => [link, problem]);
  }

  it.each([
    '[a](page.md)',
    '[a](page.md#the-key--more)',
    '[a](page.md#twice-1)',
    '[a](../README.md#usage) and ![an image](page.md)',
    '[a](#here)\n\n# Here',
    '[a](..#mark)',
    '[a](https://example.com/gone#gone)',
    '`[a](gone.md)`',
    'docs/page.md#twice',
    `<a href="page.md">a</a> ${REPOSITORY}/blob/main/docs/page.md#twice. ${REPOSITORY}#readme`,
    `${REPOSITORY}/issues and ${REPOSITORY}.git`,
  ])('accepts %s', async (text) => {
    expect(await problemsOf('docs/links.md', text)).toEqual([]);
  });

  it.each([
    ['[a](gone.md)', 'gone.md', 'no such file'],
    ['[a][b]\n\n[b]: gone.md', 'gone.md', 'no such file'],
    ['![a](gone.png)', 'gone.png', 'no such file'],
    ['<img src="gone.png">', 'gone.png', 'no such file'],
    ['[a](../../README.md)', '../../README.md', 'no such file'],
    ['[a](page.md#gone)', 'page.md#gone', 'no such heading'],
    ['[a](page.md#not-a-heading)', 'page.md#not-a-heading', 'no such heading'],
    ['[a](page.md#twice-2)', 'page.md#twice-2', 'no such heading'],
    ['[a](#gone)', '#gone', 'no such heading'],
    ['see docs/gone.md', 'docs/gone.md', 'no such file'],
  ])('reports %s', async (text, link, problem) => {
    expect(await problemsOf('docs/links.md', text)).toEqual([[link, problem]]);
  });

  it.each([
    ['docs/gone.md', 'no such file'],
    ['docs/page.md#gone', 'no such heading'],
    [`${REPOSITORY}/blob/main/docs/gone.md`, 'no such file'],
    [`${REPOSITORY}/blob/main/docs/page.md#gone`, 'no such heading'],
    [`${REPOSITORY}/blob/master/docs/page.md`, 'not the branch main'],
    [`${REPOSITORY}#gone`, 'no such heading'],
  ])('reports %s in code', async (link, problem) => {
    expect(await problemsOf('code.ts', `/** See ${link}. */`)).toEqual([[link, problem]]);
  });
});
