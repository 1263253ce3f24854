/**
 * Installs the dependencies of a package.json under `e2e/`, once per lockfile, into a cache folder outside
 * the repository. `node e2e/tools/install.mjs` installs all of them and prints their folders.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * @typedef {object} Tools
 * @property {string} name name of the folder, before the hash of the lockfile
 * @property {string} what what is installed, for the person who waits
 * @property {string} size download and duration, for the person who waits
 * @property {string} manifest folder with package.json, lockfile and .npmrc
 * @property {Record<string, string>} native packages to compile, and what each is; .npmrc skips all others
 * @property {string} variable environment variable that overrides the folder
 */

const E2E = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** @type {Tools} The platforms themselves. */
export const PLATFORMS = {
  name: 'e2e',
  what: 'n8n and the Zapier tooling',
  size: 'about 2.5 GB on disk, 4 to 10 minutes on two cores',
  manifest: E2E,
  native: { sqlite3: "n8n's database" },
  variable: 'WALLET_PASS_E2E_TOOLS',
};

/** @type {Tools} The engine of the oldest supported n8n. */
export const N8N_1_123 = {
  name: 'n8n-1.123',
  what: 'the engine of n8n 1.123',
  size: 'about 250 MB on disk, half a minute',
  manifest: path.join(E2E, 'n8n-1.123'),
  native: {},
  variable: 'WALLET_PASS_E2E_N8N_1_123',
};

/** @type {Tools} n8n's node CLI. */
export const NODE_CLI = {
  name: 'node-cli',
  what: "n8n's node CLI",
  size: 'about 260 MB on disk, half a minute',
  manifest: path.join(E2E, 'node-cli'),
  native: {},
  variable: 'WALLET_PASS_NODE_CLI',
};

const FILES = ['package.json', 'package-lock.json', '.npmrc'];
/** Written last, so that its absence shows an interrupted installation. */
const COMPLETE = '.complete';

/**
 * The folder of the tools: the one their variable names, otherwise one in the user's cache, named after the
 * hash of `FILES`. A change of one gets a new folder; old ones can be deleted at any time.
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
 * Installs the tools unless the installation is complete, and sets their variable for everything that runs
 * later. Prints its progress: in a terminal as one line that is updated, otherwise a line per 10%.
 * @param {Tools} tools
 * @returns the folder with their node_modules
 * @throws Error that names the failed npm command
 */
export async function installTools(tools) {
  const { what, size, manifest, native, variable } = tools;
  const folder = toolsFolder(tools);
  process.env[variable] = folder;
  if (existsSync(path.join(folder, COMPLETE))) return folder;

  console.log(`Installing ${what} once: ${size}.\n  Folder: ${folder}`);
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of FILES) copyFileSync(path.join(manifest, file), path.join(folder, file));

  // Some packages may require another Node version than this one; the platforms run on the Node
  // installed with them.
  const stopProgress = showProgress(folder);
  try {
    await npm(folder, 'ci', '--prefer-offline', '--no-progress');
  } finally {
    stopProgress();
  }
  for (const [name, meaning] of Object.entries(native)) {
    const stopTimer = showTime(`Compiling ${name}, ${meaning}, from its C++ sources`);
    try {
      // Without the flag, .npmrc would skip it silently.
      await npm(folder, 'rebuild', name, '--ignore-scripts=false');
    } finally {
      stopTimer();
    }
  }

  writeFileSync(path.join(folder, COMPLETE), `${new Date().toISOString()}\n`);
  console.log('  Installed');
  return folder;
}

async function npm(cwd, ...args) {
  const child = spawn('npm', [...args, '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`npm ${args[0]} failed (${signal ?? `code ${code}`}).`);
}

/**
 * Prints how many packages of the lockfile are in node_modules, not counting those that only some operating
 * systems need.
 * @returns stops it after printing the final number
 */
function showProgress(folder) {
  const lockfile = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
  const packages = Object.entries(lockfile.packages)
    .filter(([name, { os, cpu, libc }]) => name !== '' && !(os ?? cpu ?? libc))
    .map(([name]) => path.join(folder, name, 'package.json'));
  let nextTenth = 1;
  const show = () => {
    const installed = packages.filter((file) => existsSync(file)).length;
    const line = `  ${installed} of ${packages.length} packages`;
    const tenth = Math.floor((10 * installed) / packages.length);
    if (process.stdout.isTTY) {
      process.stdout.write(`\r${line}`);
    } else if (tenth >= nextTenth) {
      nextTenth = tenth + 1;
      console.log(line);
    }
  };
  const timer = setInterval(show, 1000);
  return () => {
    clearInterval(timer);
    show();
    if (process.stdout.isTTY) process.stdout.write('\n');
  };
}

/**
 * Prints what npm does silently, and for how long: in a terminal every second, otherwise every half minute.
 * @returns stops it
 */
function showTime(what) {
  let seconds = 0;
  console.log(`  ${what}: one to three minutes`);
  const timer = setInterval(() => {
    seconds += 1;
    if (process.stdout.isTTY) process.stdout.write(`\r  ${seconds} seconds`);
    else if (seconds % 30 === 0) console.log(`  ${seconds} seconds`);
  }, 1000);
  return () => {
    clearInterval(timer);
    if (process.stdout.isTTY) process.stdout.write('\n');
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const tools of [PLATFORMS, N8N_1_123, NODE_CLI]) console.log(await installTools(tools));
}
