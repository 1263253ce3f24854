/**
 * Runs the connectors on the real platforms: `npm run e2e`, `npm run e2e -- n8n/credential` for one suite.
 * `npm run e2e -- 1.123` runs the engine's suites on n8n 1.123, which come last when everything runs.
 * Everything after `--` goes to jest, but for `--pictures`, which takes those in docs/images anew. Node 20 is enough; see README.md beside this file.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installPrograms } from './tools/debian.mjs';
import { installTools, N8N_1_123, PLATFORMS } from './tools/install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const [first, ...rest] = process.argv.slice(2);
if (first === '1.123') {
  onN8n1(rest);
} else {
  onThePlatforms(process.argv.slice(2));
  if (first === undefined) onN8n1([]);
}

function onThePlatforms(args) {
  installed(() => {
    installPrograms();
    installTools(PLATFORMS);
  });
  const forJest = args.filter((arg) => arg !== '--pictures');
  if (forJest.length < args.length) process.env.WALLET_PASS_E2E_PICTURES = 'yes';
  jest('e2e/jest.config.cjs', forJest);
}

function onN8n1(args) {
  installed(() => installTools(N8N_1_123));
  jest('e2e/n8n-1.123/jest.config.cjs', args);
}

function installed(install) {
  try {
    install();
  } catch (error) {
    console.error(`The tools cannot be installed. ${error.message}`);
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
