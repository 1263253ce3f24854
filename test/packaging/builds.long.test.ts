import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from '../support/repository';

const run = promisify(execFile);

test('Two builds produce the same bytes', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-pass-build-'));
  const build = `const { buildN8n, buildZapier } = await import(process.argv[1]);
    await Promise.all([buildN8n(process.argv[2] + '/dist'), buildZapier(process.argv[2] + '/zapier/dist')]);`;
  const program = ['--input-type=module', '-e', build, path.join(ROOT, 'build.mjs'), folder];
  try {
    await run(process.execPath, program);
    for (const built of ['dist', 'zapier/dist']) {
      const [again, first] = [path.join(folder, built), path.join(ROOT, built)];
      expect(await contents(again)).toEqual(await contents(first));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Hashes of all files in a folder; source maps with the sources relative to the repository. */
async function contents(folder: string): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const hashes = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => {
      let text = await readFile(path.join(parentPath, name), 'utf8');
      if (name.endsWith('.map')) {
        const map = JSON.parse(text) as { sources: string[] };
        map.sources = map.sources.map((source) =>
          path.relative(ROOT, path.resolve(parentPath, source)),
        );
        text = JSON.stringify(map);
      }
      const hash = createHash('sha256').update(text).digest('hex');
      return [path.relative(folder, path.join(parentPath, name)), hash] as const;
    });
  return Object.fromEntries(await Promise.all(hashes));
}
