import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildSync } from 'esbuild';

/**
 * Runs TypeScript in a separate process with the time zone `zone`, because a running process cannot change
 * it.
 * @param source a module that prints one line of JSON; its imports are relative to the repository's root
 */
export function runInTimeZone(zone: string, source: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'zone-'));
  const outfile = join(folder, 'script.cjs');
  try {
    buildSync({
      stdin: { contents: source, resolveDir: join(__dirname, '../..'), loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile,
    });
    const env = { ...process.env, TZ: zone };
    return JSON.parse(execFileSync(process.execPath, [outfile], { env, encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
