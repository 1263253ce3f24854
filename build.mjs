/**
 * Builds both deliverables: the n8n package into dist/ and the Zapier app into zapier/dist/.
 * `node build.mjs [n8n] [zapier]`; builds both if neither is named.
 */
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';

const root = path.dirname(fileURLToPath(import.meta.url));

const sharedOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  sourcemap: true,
  // Stack traces need only files and lines; the sources are in the repository.
  sourcesContent: false,
  legalComments: 'none',
  // The CSV parser imports web streams from Node. A community node may not, but they are global.
  alias: { 'node:stream/web': './shared/runtime/webStreams.ts' },
  logLevel: 'warning',
};

/** Writes a bundle, and at its end the licenses of the packages in it. */
async function bundle(options) {
  const { metafile } = await build({ ...options, metafile: true, write: false });
  const footer = { js: await notices(metafile) };
  const { outputFiles } = await build({ ...options, footer, write: false });
  for (const { path: file, text } of outputFiles) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, file.endsWith('.map') ? withoutColumns(text) : text);
  }
}

/** A source map with one mapping per line of the sources in place of one per token: a third of the size. */
function withoutColumns(text) {
  const { mappings, ...map } = JSON.parse(text);
  const ofLines = decode(mappings).map((segments) =>
    segments.filter(([, source, line], i) => {
      const [, lastSource, lastLine] = segments[i - 1] ?? [];
      return i === 0 || source !== lastSource || line !== lastLine;
    }),
  );
  return JSON.stringify({ ...map, mappings: encode(ofLines) });
}

/** Name, version and license of every package in a bundle, as a comment; their licenses require it. */
async function notices({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  const folders = new Set(
    inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  const texts = [...folders].sort().map(async (folder) => {
    const { name, version } = JSON.parse(
      await readFile(path.join(root, folder, 'package.json'), 'utf8'),
    );
    const license = (await readdir(path.join(root, folder))).find((file) =>
      /^licen[cs]e\b/i.test(file),
    );
    if (license === undefined) throw new Error(`${name} has no file with its license`);
    const text = await readFile(path.join(root, folder, license), 'utf8');
    return `${name} ${version}\n\n${text.trim().replaceAll('*/', '* /')}\n`;
  });
  if (texts.length === 0) return '';
  return `/*!\nThis file contains code of these packages:\n\n${(await Promise.all(texts)).join('\n\n')}*/`;
}

/**
 * n8n installs a package without its dependencies, so they are bundled. It loads one file per node,
 * which only re-exports its class: both nodes are in one bundle, which is shipped and loaded once.
 * @param out folder to write to
 */
export async function buildN8n(out = path.join(root, 'dist')) {
  await rm(out, { recursive: true, force: true });
  const n8nOptions = {
    ...sharedOptions,
    format: 'cjs',
    target: 'node20',
    external: ['n8n-workflow'],
    // n8n's package check forbids the console, which zod and luxon use for warnings.
    drop: ['console'],
    // Names stay, for stack traces. n8n reads line numbers from the source map.
    minifyWhitespace: true,
    minifySyntax: true,
  };
  await bundle({
    ...n8nOptions,
    entryPoints: ['credentials/WalletPassApi.credentials.ts'],
    outdir: path.join(out, 'credentials'),
  });
  const nodes = ['WalletPass', 'WalletPassTrigger'];
  // Not *.node.js: in a custom folder, n8n loads every such file as a node.
  await bundle({
    ...n8nOptions,
    stdin: {
      contents: nodes.map((node) => `export * from './${node}.node';`).join('\n'),
      resolveDir: path.join(root, 'nodes/WalletPass'),
      sourcefile: 'nodes.ts',
    },
    outfile: path.join(out, 'nodes/WalletPass/nodes.js'),
  });
  for (const node of nodes) {
    await writeFile(
      path.join(out, `nodes/WalletPass/${node}.node.js`),
      `'use strict';\nexports.${node} = require('./nodes.js').${node};\n`,
    );
  }
  for (const folder of ['credentials', 'nodes']) await copyAssets(folder, out);
  for (const [file, schema] of Object.entries(await outputSchemas())) {
    const target = path.join(out, 'nodes/WalletPass/__schema__', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, `${JSON.stringify(schema)}\n`);
  }
}

/** The output schema previews, from a bundle that stays in memory: no published file contains their code. */
async function outputSchemas() {
  const { outputFiles } = await build({
    ...sharedOptions,
    entryPoints: ['nodes/WalletPass/output/outputSchema.ts'],
    write: false,
    sourcemap: false,
    format: 'cjs',
    external: ['n8n-workflow'],
  });
  const module = { exports: {} };
  const evaluate = compileFunction(outputFiles[0].text, ['module', 'require']);
  evaluate(module, createRequire(import.meta.url));
  return module.exports.outputSchemas();
}

/** Copies icons and codex files. */
async function copyAssets(folder, out) {
  const files = await readdir(path.join(root, folder), { recursive: true });
  for (const file of files.filter((name) => /\.(svg|png|json)$/.test(name))) {
    const target = path.join(out, folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(root, folder, file), target);
  }
}

/** What the app accepts (shared/http/url.ts), with a host of its own or this machine. */
const BASE_URL = /^(https:\/\/[^/?#@\s]+|http:\/\/127\.0\.0\.1:\d+)(\/[^?#\s]*)?$/;

/**
 * One ES module; Zapier provides zapier-platform-core.
 * @param out folder to write to
 * @param fixedBaseUrl the service of all connections (docs/publishing.md#zapier-for-your-own-customers)
 */
export async function buildZapier(
  out = path.join(root, 'zapier/dist'),
  fixedBaseUrl = process.env.WALLET_PASS_BASE_URL ?? '',
) {
  if (fixedBaseUrl && !BASE_URL.test(fixedBaseUrl)) {
    throw new Error(
      'WALLET_PASS_BASE_URL must be like https://api.example.com or https://api.example.com/api',
    );
  }
  await rm(out, { recursive: true, force: true });
  await bundle({
    ...sharedOptions,
    entryPoints: ['zapier/index.ts'],
    outfile: path.join(out, 'index.js'),
    format: 'esm',
    target: 'node20',
    external: ['zapier-platform-core'],
    // Also without a value: a variable of the same name on Zapier must not change the connections.
    define: {
      'process.env.WALLET_PASS_BASE_URL': fixedBaseUrl ? JSON.stringify(fixedBaseUrl) : 'undefined',
    },
    // Minified, because Zapier loads the bundle for every step; names are kept for stack traces.
    minify: true,
    keepNames: true,
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const targets = process.argv.slice(2);
  if (targets.length === 0 || targets.includes('n8n')) await buildN8n();
  if (targets.length === 0 || targets.includes('zapier')) await buildZapier();
}
