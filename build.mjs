/**
 * Builds both deliverables: the n8n package into dist/ and the Zapier app into zapier/dist/.
 * `node build.mjs [n8n] [zapier]`; both where none is named.
 */
import { build } from 'esbuild';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  sourcemap: true,
  // Stack traces need only files and lines; the sources are in the repository.
  sourcesContent: false,
  legalComments: 'none',
  // The CSV parser imports the web's streams from Node; a community node may not, and they are global.
  alias: { 'node:stream/web': './shared/runtime/webStreams.ts' },
  logLevel: 'warning',
};

/**
 * n8n installs a package without its dependencies, so they are bundled. It loads one file per node,
 * which only re-exports its class: both nodes are in one bundle, which is shipped and loaded once.
 */
export async function buildN8n() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  const n8n = {
    ...common,
    format: 'cjs',
    target: 'node20',
    external: ['n8n-workflow'],
    // n8n's package check allows no console; zod and luxon have warnings of their own.
    drop: ['console'],
    // Names stay; n8n reads lines from the source map.
    minifyWhitespace: true,
  };
  await build({
    ...n8n,
    entryPoints: ['credentials/WalletPassApi.credentials.ts'],
    outdir: 'dist/credentials',
  });
  const nodes = ['WalletPass', 'WalletPassTrigger'];
  // Not *.node.js: n8n takes every such file in a custom folder for a node.
  await build({
    ...n8n,
    stdin: {
      contents: nodes.map((node) => `export * from './${node}.node';`).join('\n'),
      resolveDir: path.join(root, 'nodes/WalletPass'),
      sourcefile: 'nodes.ts',
    },
    outfile: 'dist/nodes/WalletPass/nodes.js',
  });
  for (const node of nodes) {
    await writeFile(
      path.join(root, `dist/nodes/WalletPass/${node}.node.js`),
      `'use strict';\nexports.${node} = require('./nodes.js').${node};\n`,
    );
  }
  for (const folder of ['credentials', 'nodes']) await copyAssets(folder);
}

/** Icons, codex files and output schemas travel as they are. */
async function copyAssets(folder) {
  const files = await readdir(path.join(root, folder), { recursive: true });
  for (const file of files.filter((name) => /\.(svg|png|json)$/.test(name))) {
    const target = path.join(root, 'dist', folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(root, folder, file), target);
  }
}

/** One ES module; Zapier's wrapper brings its own core. */
export async function buildZapier() {
  await rm(path.join(root, 'zapier/dist'), { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: ['zapier/index.ts'],
    outfile: 'zapier/dist/index.js',
    format: 'esm',
    target: 'node20',
    external: ['zapier-platform-core'],
    // Zapier loads all of it for every step; names stay for whoever reads a stack trace there.
    minify: true,
    keepNames: true,
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = process.argv.slice(2);
  if (wanted.length === 0 || wanted.includes('n8n')) await buildN8n();
  if (wanted.length === 0 || wanted.includes('zapier')) await buildZapier();
}
