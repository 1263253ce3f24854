import { checkLinks, textFiles } from '../support/links';
import { read, ROOT } from '../support/repository';

test('Links of documents and references in code lead to files and headings that exist', async () => {
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

test('The index docs/README.md lists every page of docs/', () => {
  const pages = textFiles(ROOT).flatMap(
    (file) => /^docs\/([\w-]+(?:\/README)?\.md)$/.exec(file)?.[1] ?? [],
  );
  const listed = [...read('docs/README.md').matchAll(/^- \[.*?\]\((.*?)\): ./gm)].map(
    ([, page]) => page,
  );
  expect([...listed, 'README.md'].sort()).toEqual(pages.sort());
});

test('No recommended expression turns a date that cannot be read into nothing', () => {
  // Of an invalid date, Luxon's `toISODate()` and its like return null, which counts as left empty.
  const files = textFiles(ROOT).filter((file) =>
    /^(README|docs|examples|nodes|zapier)\b/.test(file),
  );
  const silent = /DateTime\b[^\n]*\.to(ISO|SQL|JSON|HTTP|RFC)\w*\(/;
  expect(files.filter((file) => silent.test(read(file)))).toEqual([]);
});
