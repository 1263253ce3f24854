/**
 * Installs what a package.json under `e2e/` names, once per lockfile, into a cache folder outside the repository.
 * `node e2e/tools/install.mjs` alone installs all of them and prints their folders.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * @typedef {object} Tools
 * @property {string} name name of its folder, before the hash of its lockfile
 * @property {string} what for the person who waits
 * @property {string} manifest folder with package.json, lockfile and .npmrc
 * @property {string[]} native packages that are compiled; .npmrc skips all others
 * @property {string} variable environment variable that names another folder
 */

const E2E = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @type {Tools} The platforms themselves: several minutes and about 2.5 GB the first time. */
export const PLATFORMS = {
  name: 'e2e',
  what: 'n8n and the Zapier tooling',
  manifest: E2E,
  native: ['sqlite3'],
  variable: 'WALLET_PASS_E2E_TOOLS',
};

/** @type {Tools} The engine of the oldest line of n8n: half a minute. */
export const N8N_1_123 = {
  name: 'n8n-1.123',
  what: 'the engine of n8n 1.123',
  manifest: path.join(E2E, 'n8n-1.123'),
  native: [],
  variable: 'WALLET_PASS_E2E_N8N_1_123',
};

const FILES = ['package.json', 'package-lock.json', '.npmrc'];
/** Written last, so that its absence shows an interrupted installation. */
const COMPLETE = '.complete';

/**
 * The folder the tools belong in: the one their variable names, else one in the user's cache, named after
 * what is installed. Changing the lockfile makes a new one; old ones may be deleted at any time.
 * @param {Tools} tools
 */
export function toolsFolder({ name, manifest, variable }) {
  const chosen = process.env[variable];
  if (chosen) return path.resolve(chosen);
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(path.join(manifest, file)));
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(cache, 'n8n-nodes-wallet-pass', `${name}-${hash.digest('hex').slice(0, 12)}`);
}

/**
 * Installs the tools where they are not installed completely, and sets their variable for what runs after.
 * @param {Tools} tools
 * @returns the folder with their node_modules
 */
export function installTools(tools) {
  const { what, manifest, native, variable } = tools;
  const folder = toolsFolder(tools);
  process.env[variable] = folder;
  if (existsSync(path.join(folder, COMPLETE))) return folder;

  console.log(`Installing ${what} into ${folder}. The first time takes minutes.`);
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(path.join(manifest, file), path.join(folder, file));

  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  // What is installed may ask for another Node than runs this; the platforms run with the one beside them.
  npm('ci', '--prefer-offline', '--loglevel=error');
  // Without the flag, .npmrc would skip it silently.
  for (const name of native) npm('rebuild', name, '--ignore-scripts=false', '--loglevel=error');

  writeFileSync(path.join(folder, COMPLETE), `${new Date().toISOString()}\n`);
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const tools of [PLATFORMS, N8N_1_123]) console.log(installTools(tools));
}
