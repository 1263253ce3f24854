/**
 * Builds both deliverables: the n8n package into dist/ and the Zapier app into zapier/dist/.
 * `node build.mjs [n8n] [zapier]`; both where none is named.
 */
import { build } from 'esbuild';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  sourcemap: true,
  legalComments: 'none',
  // The CSV parser imports the web's streams from Node; a community node may not, and they are global.
  alias: { 'node:stream/web': './shared/webStreams.ts' },
  logLevel: 'warning',
};

/** One file per node and credential: n8n installs a package without its dependencies. */
export async function buildN8n() {
  await rm(path.join(root, 'dist'), { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: [
      'credentials/WalletPassApi.credentials.ts',
      'nodes/WalletPass/WalletPass.node.ts',
      'nodes/WalletPass/WalletPassTrigger.node.ts',
    ],
    outdir: 'dist',
    outbase: '.',
    format: 'cjs',
    target: 'node20',
    external: ['n8n-workflow'],
    // n8n's package check allows no console; zod and luxon have warnings of their own.
    drop: ['console'],
  });
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
