import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { outputSchemas } from '../../nodes/WalletPass/output/outputSchema';
import { read, ROOT } from '../support/repository';

const run = promisify(execFile);

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: object;
  devDependencies?: object;
  peerDependencies: object;
  overrides?: object;
  n8n: { nodes: string[]; credentials: string[] };
}
const manifestOf = (folder: string) =>
  JSON.parse(read(path.join(folder, 'package.json'))) as Manifest;
const MANIFEST = manifestOf('.');

/** The bundles, whose code comes from this repository and from libraries. */
const BUNDLES = ['dist/nodes/WalletPass/nodes.js', 'zapier/dist/index.js'];

/** All files that may be published. A new file must be added here explicitly. */
const ALLOWED = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'package.json',
  'dist/credentials/WalletPassApi.credentials.js',
  'dist/credentials/WalletPassApi.credentials.js.map',
  'dist/credentials/walletPass.dark.svg',
  'dist/credentials/walletPass.svg',
  'dist/nodes/WalletPass/WalletPass.node.js',
  'dist/nodes/WalletPass/WalletPass.node.json',
  'dist/nodes/WalletPass/WalletPassTrigger.node.js',
  'dist/nodes/WalletPass/WalletPassTrigger.node.json',
  'dist/nodes/WalletPass/nodes.js',
  'dist/nodes/WalletPass/nodes.js.map',
  'dist/nodes/WalletPass/walletPass.dark.svg',
  'dist/nodes/WalletPass/walletPass.svg',
  ...Object.keys(outputSchemas()).map((file) => `dist/nodes/WalletPass/__schema__/${file}`),
];

let published: string[];
beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT });
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  published = packed.files.map((file) => file.path);
});

test('The n8n package contains only the allowed files', () => {
  expect([...published].sort()).toEqual([...ALLOWED].sort());
});

test('The n8n package contains every node and credential that its manifest registers', () => {
  const { nodes, credentials } = MANIFEST.n8n;
  expect(published).toEqual(expect.arrayContaining([...nodes, ...credentials]));
});

test('The n8n package loads the code of both nodes once, whichever n8n loads first', async () => {
  const { nodes } = MANIFEST.n8n;
  expect(nodes).toHaveLength(2);
  for (const order of [nodes, [...nodes].reverse()]) {
    const program = `
      const path = require('node:path');
      const loaded = ${JSON.stringify(order)}.map((file) => {
        const name = path.basename(file, '.node.js');
        if (require('./' + file)[name].name !== name) throw new Error('no class ' + name);
        return Object.keys(require.cache).map((key) => path.relative('.', key));
      });
      console.log(JSON.stringify(loaded));`;
    const { stdout } = await run(process.execPath, ['-e', program], { cwd: ROOT });
    const loaded = JSON.parse(stdout) as string[][];
    const [first = [], second = []] = loaded.map((files) =>
      files.filter((file) => file.startsWith('dist/')),
    );
    expect(first.sort()).toEqual([order[0], 'dist/nodes/WalletPass/nodes.js'].sort());
    expect(second.filter((file) => !first.includes(file))).toEqual([order[1]]);
  }
  for (const file of nodes) expect(statSync(path.join(ROOT, file)).size).toBeLessThan(2_000);
});

test("The n8n package follows n8n's rules for its manifest", () => {
  expect(MANIFEST.license).toBe('MIT');
  expect(MANIFEST.peerDependencies).toEqual({ 'n8n-workflow': '*' });
  expect(MANIFEST.dependencies).toBeUndefined();
  expect(MANIFEST.overrides).toBeUndefined();
});

test('The n8n package requires only its own files and what n8n Cloud provides', () => {
  for (const file of published.filter((name) => name.endsWith('.js'))) {
    const code = read(file);
    const required = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name = '']) =>
      name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
    );
    const allowed = ['n8n-workflow', 'node:crypto', ...published];
    expect(allowed).toEqual(expect.arrayContaining(required));
    // n8n Cloud forbids these.
    expect(code).not.toMatch(/\b(setTimeout|setInterval|setImmediate)\(/);
    expect(code).not.toMatch(/\bprocess\.(env|exit|cwd)\b/);
  }
});

/** Packages whose code is in a bundle, by its source map. */
function bundledPackages(bundle: string): string[] {
  const { sources } = JSON.parse(read(`${bundle}.map`)) as { sources: string[] };
  const found = sources.flatMap(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

test.each(BUNDLES)('SECURITY.md names all libraries in %s', (bundle) => {
  const [row = ''] = /^\| Which third-party code runs\?.*$/m.exec(read('SECURITY.md')) ?? [];
  const [, , onN8n = '', onZapier = ''] = row.split('|');
  const cell = bundle.startsWith('zapier') ? onZapier : onN8n;
  const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const bundled = named.filter((name) => name !== 'zapier-platform-core');
  expect(bundled.sort()).toEqual(bundledPackages(bundle));
});

test.each(BUNDLES)('The bundle %s has the license of every package in it', (bundle) => {
  const packages = bundledPackages(bundle);
  expect(packages).toEqual(expect.arrayContaining(['csv-parse', 'luxon', 'zod']));
  const code = read(bundle);
  for (const name of packages) {
    const folder = `node_modules/${name}`;
    const file = readdirSync(path.join(ROOT, folder)).find((name) => name.startsWith('LICENSE'));
    const license = read(`${folder}/${file}`).trim();
    expect(code).toContain(`\n${name} ${manifestOf(folder).version}\n\n${license}\n`);
  }
});

const PACKAGES = ['.', 'zapier', 'e2e', 'e2e/n8n-1.123'];

test.each(PACKAGES)('The lockfile in %s names no registry host', (folder) => {
  expect(read(path.join(folder, 'package-lock.json'))).not.toContain('"resolved": "http');
  expect(read(path.join(folder, '.npmrc'))).toContain('omit-lockfile-registry-resolved=true');
});

test.each(PACKAGES)('The lockfile in %s is that of its package.json', (folder) => {
  const { packages } = JSON.parse(read(path.join(folder, 'package-lock.json'))) as {
    packages: Record<string, object>;
  };
  const { name, version, dependencies, devDependencies } = manifestOf(folder);
  expect(packages['']).toMatchObject({
    ...{ name, version },
    ...(dependencies ? { dependencies } : {}),
    ...(devDependencies ? { devDependencies } : {}),
  });
});
