/**
 * Runs the connectors on the real platforms: `npm run e2e`, or one suite: `npm run e2e -- n8n/credential`.
 * `npm run e2e -- 1.123` runs the engine suites on n8n 1.123; without arguments they run last. All arguments
 * after `--` go to jest, except `--pictures`, which takes new pictures for docs/images. Node 20 is enough;
 * see README.md in this folder.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installPrograms } from './tools/debian.mjs';
import { installTools, N8N_1_123, PLATFORMS } from './tools/install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const [first, ...rest] = process.argv.slice(2);
if (first === '1.123') {
  await onN8n1(rest);
} else {
  await onThePlatforms(process.argv.slice(2));
  if (first === undefined) await onN8n1([]);
}

async function onThePlatforms(args) {
  await installed(async () => {
    installPrograms();
    await installTools(PLATFORMS);
  });
  const forJest = args.filter((arg) => arg !== '--pictures');
  if (forJest.length < args.length) process.env.WALLET_PASS_E2E_PICTURES = 'yes';
  jest('e2e/jest.config.cjs', forJest);
}

async function onN8n1(args) {
  await installed(() => installTools(N8N_1_123));
  jest('e2e/n8n-1.123/jest.config.cjs', args);
}

async function installed(install) {
  try {
    await install();
  } catch (error) {
    console.error(`The tools could not be installed. ${error.message}`);
    process.exit(1);
  }
}

/** A failure of any part fails the whole run. */
function jest(config, args) {
  const { status } = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      path.join(root, 'node_modules/jest/bin/jest.js'),
      '--config',
      path.join(root, config),
      ...args,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  process.exitCode ||= status ?? 1;
}
