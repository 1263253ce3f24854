import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { build } from 'esbuild';

import { runFolder, tool } from '../../e2e/support/tools';

/** Node type of the pool on a server: n8n prefixes the nodes of custom extensions. */
export const POOL_TYPE = 'CUSTOM.Pool';

/** Compiles the pool node. @returns environment variables of a server that loads it */
export async function poolNodeEnv(): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(runFolder(), 'extensions-'));
  await build({
    entryPoints: [path.join(__dirname, 'Pool.node.ts')],
    outfile: path.join(folder, 'Pool.node.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['n8n-workflow'],
  });
  // The folder is outside n8n's, so its node would not find n8n-workflow.
  return { N8N_CUSTOM_EXTENSIONS: folder, NODE_PATH: tool('') };
}
