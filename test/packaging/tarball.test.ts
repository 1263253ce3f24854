import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { N8N_RESOURCES } from '../../nodes/WalletPass/operations';
import { outputSchemas } from '../../nodes/WalletPass/output/outputSchema';
import { TRIGGERS } from '../../shared/triggers';

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

  it.each(['dist/nodes/WalletPass/nodes.js.map', 'zapier/dist/index.js.map'])(
    'SECURITY.md names all libraries in %s',
    async (map) => {
      const { sources } = JSON.parse(await readFile(path.join(ROOT, map), 'utf8')) as {
        sources: string[];
      };
      const bundled = sources.flatMap(
        (source) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
      );
      const security = await readFile(path.join(ROOT, 'SECURITY.md'), 'utf8');
      const [row = ''] = /^\| Which third-party code runs\?.*$/m.exec(security) ?? [];
      const [, , onN8n = '', onZapier = ''] = row.split('|');
      const cell = map.startsWith('zapier') ? onZapier : onN8n;
      const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
      expect(named.filter((name) => name !== 'zapier-platform-core').sort()).toEqual(
        [...new Set(bundled)].sort(),
      );
    },
  );

  it('contains only the allowed files', () => {
    expect([...packed.files].sort()).toEqual([...ALLOWED].sort());
  });

  it('is at most 4.5 KB for each operation and event', () => {
    const operations = N8N_RESOURCES.flatMap((resource) => resource.operations);
    expect(packed.size).toBeLessThanOrEqual(4_500 * (operations.length + TRIGGERS.length));
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

  it('has source maps without the sources', async () => {
    const maps = filesOf('.map');
    expect(maps).toHaveLength(2);
    for (const file of maps) {
      const map = JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as object;
      expect(map).not.toHaveProperty('sourcesContent');
    }
  });

  it('has stack traces that name functions, files and lines of the sources', async () => {
    const trace = `
      const { WalletPass } = require('./dist/nodes/WalletPass/WalletPass.node.js');
      new WalletPass().execute.call(undefined).catch(({ stack }) => console.log(JSON.stringify(stack)));`;
    const source = await readFile(path.join(ROOT, 'nodes/WalletPass/WalletPass.node.ts'), 'utf8');
    const line = source.split('\n').findIndex((text) => text.includes('await execute(this)')) + 1;
    const mapped = await printed(trace, '--enable-source-maps');
    expect(mapped).toContain(`nodes/WalletPass/WalletPass.node.ts:${line}:`);
    expect(mapped).toMatch(/at execute \(.*nodes\/WalletPass\/execute\.ts:\d+:\d+\)/);
    expect(await printed(trace)).toMatch(/at execute \(.*dist\/.*\.js:\d+:\d+\)/);
  });

  it("follows n8n's rules for the manifest", async () => {
    const own = await manifest();
    expect(own.license).toBe('MIT');
    expect(own.peerDependencies).toEqual({ 'n8n-workflow': '*' });
    expect(own.dependencies).toBeUndefined();
    expect(own.overrides).toBeUndefined();
  });

  it('requires only n8n-workflow and its own files, and uses nothing that n8n Cloud forbids', async () => {
    for (const file of filesOf('.js')) {
      const code = await readFile(path.join(ROOT, file), 'utf8');
      const required = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name = '']) =>
        name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
      );
      expect(['n8n-workflow', ...packed.files]).toEqual(expect.arrayContaining(required));
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

describe('two builds', () => {
  it('give the same bytes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'wallet-pass-build-'));
    try {
      await run(process.execPath, [
        '--input-type=module',
        '-e',
        `const { buildN8n, buildZapier } = await import(process.argv[1]);
         await Promise.all([buildN8n(process.argv[2] + '/dist'), buildZapier(process.argv[2] + '/zapier/dist')]);`,
        path.join(ROOT, 'build.mjs'),
        folder,
      ]);
      for (const built of ['dist', 'zapier/dist']) {
        expect(await contents(path.join(folder, built))).toEqual(
          await contents(path.join(ROOT, built)),
        );
      }
      expect((await pack()).integrity).toBe((await pack()).integrity);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** Hashes of all files in a folder; source maps with the sources relative to the repository. */
async function contents(folder: string): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const hashes = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => {
      let text = await readFile(path.join(parentPath, name), 'utf8');
      if (name.endsWith('.map')) {
        const map = JSON.parse(text) as { sources: string[] };
        map.sources = map.sources.map((source) =>
          path.relative(ROOT, path.resolve(parentPath, source)),
        );
        text = JSON.stringify(map);
      }
      const hash = createHash('sha256').update(text).digest('hex');
      return [path.relative(folder, path.join(parentPath, name)), hash] as const;
    });
  return Object.fromEntries(await Promise.all(hashes));
}

describe('the Zapier deploy manifest', () => {
  it('depends on zapier-platform-core alone, in the version that is tested', async () => {
    const zapier = await manifest('zapier/package.json');
    const own = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    expect(zapier.dependencies).toEqual({
      'zapier-platform-core': own.devDependencies['zapier-platform-core'],
    });
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
