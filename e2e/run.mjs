/**
 * Runs the connectors on the real platforms: `npm run e2e`, `npm run e2e -- n8n/credential` for one suite.
 * Everything after `--` goes to jest, but for `--pictures`, which takes those in docs/images anew. Node 20 is enough; see README.md beside this file.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installPrograms } from './tools/debian.mjs';
import { installTools } from './tools/install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

try {
  installPrograms();
  process.env.WALLET_PASS_E2E_TOOLS = installTools();
} catch (error) {
  console.error(`The tools cannot be installed. ${error.message}`);
  process.exit(1);
}

const args = process.argv.slice(2);
const forJest = args.filter((arg) => arg !== '--pictures');
if (forJest.length < args.length) process.env.WALLET_PASS_E2E_PICTURES = 'yes';

const jest = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'node_modules/jest/bin/jest.js'),
    '--config',
    path.join(root, 'e2e/jest.config.cjs'),
    ...forJest,
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = jest.status ?? 1;
