import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

describe("n8n's community-package scanner", () => {
  it('passes the sources and the packed tarball', async () => {
    // In a separate process, because the scanner and its lint rules are large ES modules. Without
    // NODE_ENV=test, which makes n8n's rules check other file names.
    const { stdout } = await run(process.execPath, [path.join(__dirname, 'scan.mjs')], {
      env: { ...process.env, NODE_ENV: 'production' },
    }).catch((failed: unknown) => failed as { stdout: string });
    expect(stdout.trim().split('\n')).toEqual(['source: passed', 'tarball: passed']);
  }, 60_000);
});
