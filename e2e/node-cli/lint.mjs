/**
 * Runs `n8n-node lint` in strict mode, as n8n's reviewers do, in a copy of exactly what the n8n package is published
 * from: in the repository, it would judge the Zapier app, the sandbox and the tests as well. Exits 1 if there is a finding.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installTools, NODE_CLI } from '../tools/install.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PUBLISHED_FROM = [
  ...['package.json', 'eslint.config.mjs', 'tsconfig.json'],
  ...['credentials', 'nodes', 'shared'],
];

const tools = await installTools(NODE_CLI);
// In this folder, so that the CLI is found like a dependency of the package.
const copy = mkdtempSync(path.join(tools, 'package-'));
try {
  for (const name of PUBLISHED_FROM) {
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  const cli = path.join(tools, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
  const { status } = spawnSync(process.execPath, [cli, 'lint'], { cwd: copy, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(copy, { recursive: true });
}
