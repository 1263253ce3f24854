/**
 * n8n's community-package scanner, run offline on the sources and the packed tarball. Only the provenance
 * check is skipped, because it needs a published package. `node test/packaging/scan.mjs` prints the
 * findings and exits 1 if there are any; with a path, it scans that tarball instead of packing one.
 */
import {
  SOURCE_FILE_PATTERNS,
  analyzePackage,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Packs the package as `npm publish` would. @returns the path of the tarball */
async function pack(folder) {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  return path.join(folder, JSON.parse(stdout)[0].filename);
}

/**
 * Both scans; each `{ passed, details? }`.
 * @param tarball path of an existing one; without it, the package is packed
 */
async function scan(tarball) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wallet-pass-pack-'));
  try {
    await run('tar', ['-xzf', tarball ?? (await pack(folder)), '-C', folder]);
    return {
      source: await analyzePackage(root, SOURCE_FILE_PATTERNS),
      tarball: await analyzePackage(path.join(folder, 'package'), ['**/*.js', 'package.json']),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const legs = await scan(process.argv[2]);
  for (const [leg, { passed, message, details }] of Object.entries(legs)) {
    console.log(`${leg}: ${passed ? 'passed' : `${message}\n${details ?? ''}`}`);
  }
  process.exitCode = Object.values(legs).every((leg) => leg.passed) ? 0 : 1;
}
