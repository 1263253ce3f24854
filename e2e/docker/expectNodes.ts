/**
 * Checks what a new n8n server has loaded: both nodes of this package, and every node of the recipes in their version.
 * `tsx e2e/docker/expectNodes.ts <URL>`. Sets up the owner of the server.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { N8nOwner } from '../n8n/owner';
import { NODE_TYPE, PACKAGE, TRIGGER_TYPE } from '../n8n/useN8nServer';
import { eventually } from '../support/tools';

const RECIPES = path.resolve(__dirname, '../../examples/n8n');

interface Recipe {
  nodes: { type: string; typeVersion: number }[];
}

async function main([url = '']: string[]): Promise<void> {
  const owner = await eventually('n8n answers', () => N8nOwner.setUp({ url }));
  const types = [PACKAGE, 'n8n-nodes-base'].map((name) => owner.nodeTypes(name));
  const loaded = new Set(
    (await Promise.all(types))
      .flat()
      .flatMap(({ name, version }) => [version].flat().map((one) => `${name} ${one}`)),
  );
  const needed = readdirSync(RECIPES).flatMap((file) => {
    const { nodes } = JSON.parse(readFileSync(path.join(RECIPES, file), 'utf8')) as Recipe;
    return nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`);
  });
  const ours = [`${NODE_TYPE} 1`, `${TRIGGER_TYPE} 1`];
  const missing = [...new Set([...ours, ...needed])].filter((one) => !loaded.has(one));
  if (missing.length > 0) throw new Error(`n8n has not loaded: ${missing.join(', ')}`);
  process.stdout.write(
    `n8n has loaded both nodes and all ${new Set(needed).size} types of the recipes.\n`,
  );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
