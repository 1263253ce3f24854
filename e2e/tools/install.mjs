/**
 * Installs what `e2e/package.json` names, once per lockfile, into a cache folder outside the repository.
 * `node e2e/tools/install.mjs` alone installs and prints the folder.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MANIFEST = ['package.json', 'package-lock.json', '.npmrc'];
/** Written last: without it an installation was interrupted. */
const COMPLETE = '.complete';

/**
 * The folder the tools belong in: `WALLET_PASS_E2E_TOOLS`, else one in the user's cache, named after what
 * is installed. Changing the lockfile makes a new one; old ones may be deleted at any time.
 */
export function toolsFolder() {
  const { WALLET_PASS_E2E_TOOLS: chosen, XDG_CACHE_HOME: cache } = process.env;
  if (chosen) return path.resolve(chosen);
  const hash = createHash('sha256');
  for (const file of MANIFEST) hash.update(readFileSync(path.join(HERE, file)));
  const name = `e2e-${hash.digest('hex').slice(0, 12)}`;
  return path.join(cache || path.join(os.homedir(), '.cache'), 'n8n-nodes-wallet-pass', name);
}

/**
 * Installs the tools where they are not installed completely; several minutes and about 2.5 GB the first time.
 * @returns the folder with their node_modules
 */
export function installTools() {
  const folder = toolsFolder();
  if (existsSync(path.join(folder, COMPLETE))) return folder;

  console.log(
    `Installing n8n and the Zapier tooling into ${folder}. The first time takes minutes.`,
  );
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of MANIFEST) copyFileSync(path.join(HERE, file), path.join(folder, file));

  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  // n8n and the CLI ask for a newer Node than may be here; they run with the one that is installed beside them.
  npm('ci', '--prefer-offline', '--loglevel=error');
  // The one native part that is needed. Without the flag .npmrc would skip it without a word.
  npm('rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error');

  writeFileSync(path.join(folder, COMPLETE), `${new Date().toISOString()}\n`);
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(installTools());
