/**
 * n8n's community-package scanner, run offline on the sources and the packed tarball. Only the provenance
 * check is skipped, because it needs a published package. `node test/packaging/scan.mjs` prints the
 * findings and exits 1 if there are any.
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

/**
 * Packs the package as `npm publish` would and unpacks it into a temporary folder.
 * @returns the folder, the files in the tarball, and its size in bytes; `remove` deletes the folder
 */
export async function packAndUnpack() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wallet-pass-pack-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
  });
  const [packed] = JSON.parse(stdout);
  await run('tar', ['-xzf', path.join(folder, packed.filename), '-C', folder]);
  return {
    packageDir: path.join(folder, 'package'),
    files: packed.files.map((file) => file.path).sort(),
    bytes: packed.size,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Both scans; each `{ passed, details? }`. */
export async function scan() {
  const source = await analyzePackage(root, SOURCE_FILE_PATTERNS);
  const packed = await packAndUnpack();
  try {
    const tarball = await analyzePackage(packed.packageDir, ['**/*.js', 'package.json']);
    return { source, tarball };
  } finally {
    await packed.remove();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const legs = await scan();
  for (const [leg, { passed, message, details }] of Object.entries(legs)) {
    console.log(`${leg}: ${passed ? 'passed' : `${message}\n${details ?? ''}`}`);
  }
  process.exitCode = Object.values(legs).every((leg) => leg.passed) ? 0 : 1;
}
