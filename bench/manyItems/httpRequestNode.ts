import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

/** Imported by path, because it is plain JavaScript. */
const INSTALLER: string = path.resolve(__dirname, '../../e2e/tools/install.mjs');
interface Installer {
  PLATFORMS: object;
  toolsFolder: (tools: object) => string;
}
const NODE = 'n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js';

/** n8n's HTTP Request node, if `npm run e2e` has installed n8n on this machine. */
export async function findHttpRequestNode(): Promise<INodeType | undefined> {
  const { toolsFolder, PLATFORMS } = (await import(INSTALLER)) as Installer;
  const modules = path.join(toolsFolder(PLATFORMS), 'node_modules');
  if (!existsSync(path.join(modules, NODE))) return undefined;
  const requireThere = createRequire(path.join(modules, 'package.json'));
  requireThere('reflect-metadata');
  const { HttpRequest } = requireThere(`./${NODE}`) as { HttpRequest: new () => INodeType };
  return new HttpRequest();
}
