import { execFile } from 'node:child_process';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { outputSchemas } from '../../nodes/WalletPass/output/outputSchema';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../..');

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies?: object;
  peerDependencies: object;
  overrides?: object;
  n8n: { nodes: string[]; credentials: string[] };
}

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

interface Packed {
  /** Bytes of the tarball. */
  size: number;
  /** Hash of the tarball. */
  integrity: string;
  files: string[];
}

async function pack(): Promise<Packed> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT });
  const [packed] = JSON.parse(stdout) as [Omit<Packed, 'files'> & { files: { path: string }[] }];
  return { ...packed, files: packed.files.map((file) => file.path) };
}

async function manifest(file = 'package.json'): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as Manifest;
}

/** The JSON that a program prints; it runs in a separate process at the root of the repository. */
async function printed(program: string, ...options: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [...options, '-e', program], { cwd: ROOT });
  return JSON.parse(stdout);
}

describe('the published n8n package', () => {
  let packed: Packed;
  beforeAll(async () => {
    packed = await pack();
  });
  const filesOf = (extension: string) => packed.files.filter((file) => file.endsWith(extension));

  it.each(['dist/nodes/WalletPass/nodes.js', 'zapier/dist/index.js'])(
    'SECURITY.md names all libraries in %s',
    async (bundle) => {
      const security = await readFile(path.join(ROOT, 'SECURITY.md'), 'utf8');
      const [row = ''] = /^\| Which third-party code runs\?.*$/m.exec(security) ?? [];
      const [, , onN8n = '', onZapier = ''] = row.split('|');
      const cell = bundle.startsWith('zapier') ? onZapier : onN8n;
      const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
      const bundled = named.filter((name) => name !== 'zapier-platform-core');
      expect(bundled.sort()).toEqual(await bundledPackages(bundle));
    },
  );

  it('contains only the allowed files', () => {
    expect([...packed.files].sort()).toEqual([...ALLOWED].sort());
  });

  it('contains every node and credential that the manifest registers', async () => {
    const { n8n } = await manifest();
    expect(packed.files).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials]));
  });

  it('loads the code of both nodes once, whichever n8n loads first', async () => {
    const { nodes } = (await manifest()).n8n;
    expect(nodes).toHaveLength(2);
    for (const order of [nodes, [...nodes].reverse()]) {
      const loaded = (await printed(`
        const path = require('node:path');
        const loaded = ${JSON.stringify(order)}.map((file) => {
          const name = path.basename(file, '.node.js');
          if (require('./' + file)[name].name !== name) throw new Error('no class ' + name);
          return Object.keys(require.cache).map((key) => path.relative('.', key));
        });
        console.log(JSON.stringify(loaded));`)) as string[][];
      const [first = [], both = []] = loaded.map((files) =>
        files.filter((file) => /^dist\//.test(file)),
      );
      expect(first.sort()).toEqual([order[0], 'dist/nodes/WalletPass/nodes.js'].sort());
      expect(both.filter((file) => !first.includes(file))).toEqual([order[1]]);
    }
    for (const file of nodes) {
      expect((await stat(path.join(ROOT, file))).size).toBeLessThan(2_000);
    }
  });

  it("follows n8n's rules for the manifest", async () => {
    const own = await manifest();
    expect(own.license).toBe('MIT');
    expect(own.peerDependencies).toEqual({ 'n8n-workflow': '*' });
    expect(own.dependencies).toBeUndefined();
    expect(own.overrides).toBeUndefined();
  });

  it('requires only its own files and what n8n Cloud provides, and uses nothing that it forbids', async () => {
    for (const file of filesOf('.js')) {
      const code = await readFile(path.join(ROOT, file), 'utf8');
      const required = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name = '']) =>
        name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
      );
      const allowed = ['n8n-workflow', 'node:crypto', ...packed.files];
      expect(allowed).toEqual(expect.arrayContaining(required));
      expect(code).not.toMatch(/\b(setTimeout|setInterval|setImmediate)\(/);
      expect(code).not.toMatch(/\bprocess\.(env|exit|cwd)\b/);
    }
  });
});

/** Packages whose code is in a bundle, by its source map. */
async function bundledPackages(bundle: string): Promise<string[]> {
  const { sources } = JSON.parse(await readFile(path.join(ROOT, `${bundle}.map`), 'utf8')) as {
    sources: string[];
  };
  const found = sources.flatMap(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

describe.each(['dist/nodes/WalletPass/nodes.js', 'zapier/dist/index.js'])('%s', (bundle) => {
  it('has the license of every package in it', async () => {
    const packages = await bundledPackages(bundle);
    expect(packages).toEqual(expect.arrayContaining(['csv-parse', 'luxon', 'zod']));
    const code = await readFile(path.join(ROOT, bundle), 'utf8');
    for (const name of packages) {
      const folder = path.join(ROOT, 'node_modules', name);
      const { version } = await manifest(`node_modules/${name}/package.json`);
      const file = (await readdir(folder)).find((one) => one.startsWith('LICENSE')) ?? '';
      const license = (await readFile(path.join(folder, file), 'utf8')).trim();
      expect(code).toContain(`\n${name} ${version}\n\n${license}\n`);
    }
  });
});

describe.each(['.', 'zapier', 'e2e', 'e2e/n8n-1.123'])('the lockfile in %s', (folder) => {
  const read = (file: string) => readFile(path.join(ROOT, folder, file), 'utf8');

  it('names no registry host', async () => {
    expect(await read('package-lock.json')).not.toContain('"resolved": "http');
    expect(await read('.npmrc')).toContain('omit-lockfile-registry-resolved=true');
  });

  it('is that of the package.json beside it', async () => {
    const { packages } = JSON.parse(await read('package-lock.json')) as {
      packages: Record<string, object>;
    };
    const { name, version, dependencies, devDependencies } = JSON.parse(
      await read('package.json'),
    ) as Record<string, unknown>;
    expect(packages['']).toMatchObject({
      name,
      version,
      ...(dependencies ? { dependencies } : {}),
      ...(devDependencies ? { devDependencies } : {}),
    });
  });
});
