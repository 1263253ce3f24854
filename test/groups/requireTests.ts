import { readdirSync } from 'node:fs';
import path from 'node:path';

// A hook applies to the file that loads it first: here to all of them.
import '../support/stubService';

const TESTS = path.join(__dirname, '..');

/**
 * Test files that run in one process, so that n8n's and Zapier's engines load once for all of them; each group takes
 * about as long as the others. The longest path decides; what is in no group is in `others`.
 */
const GROUPS = {
  n8n: ['nodes', 'credentials', 'texts'],
  zapier: ['zapier', 'examples'],
  engines: ['engines', 'golden'],
  passes: ['shared/operations/pass', 'faults'],
  shared: ['shared'],
  others: [] as string[],
};

/** Defines the tests of all files of a group, each file as a `describe`. */
export function requireTests(group: keyof typeof GROUPS): void {
  for (const file of testFiles().filter((name) => groupOf(name) === group)) {
    describe(file, () => {
      jest.requireActual(path.join(TESTS, file));
    });
  }
}

function testFiles(): string[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
    .sort();
}

function groupOf(file: string): string {
  const all = Object.entries(GROUPS).flatMap(([group, paths]) =>
    paths.map((folder) => ({ group, folder })),
  );
  const found = all.filter(({ folder }) => file.split(path.sep).join('/').startsWith(`${folder}/`));
  return found.sort((a, b) => b.folder.length - a.folder.length)[0]?.group ?? 'others';
}
