/**
 * Lints what n8n's reviewers see with the default configuration of n8n's node CLI, unchanged. Exits 1 if
 * there is a finding.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { installTools, NODE_CLI } from '../tools/install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PUBLISHED = ['nodes', 'credentials', 'shared', 'package.json'];

const folder = await installTools(NODE_CLI);
const config = path.join(folder, 'eslint.config.mjs');
writeFileSync(config, "export { config as default } from '@n8n/node-cli/eslint';\n");
const eslint = path.join(folder, 'node_modules/eslint/bin/eslint.js');
const { status } = spawnSync(process.execPath, [eslint, '--config', config, ...PUBLISHED], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
