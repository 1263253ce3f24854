import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildN8n, buildZapier } from '../../build.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Builds both packages from the current sources and packs the n8n package as npm publishes it, into a folder
 * of this run, which globalTeardown removes.
 */
export default async function globalSetup() {
  await Promise.all([buildN8n(), buildZapier()]);
  const run = mkdtempSync(path.join(os.tmpdir(), 'wallet-pass-e2e-'));
  const packed = path.join(run, 'packed');
  mkdirSync(packed);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.env.WALLET_PASS_E2E_RUN = run;
  process.env.WALLET_PASS_E2E_TARBALL = path.join(packed, readdirSync(packed)[0]);
}
