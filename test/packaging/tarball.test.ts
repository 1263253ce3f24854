import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { outputSchemas } from '../../nodes/WalletPass/projection/outputSchema';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '../..');

interface Manifest {
  name: string;
  license: string;
  dependencies?: object;
  peerDependencies: object;
  overrides?: object;
  n8n: { nodes: string[]; credentials: string[] };
}

/** Everything that may be published. A new file is added here on purpose or not at all. */
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
  'dist/nodes/WalletPass/WalletPass.node.js.map',
  'dist/nodes/WalletPass/WalletPass.node.json',
  'dist/nodes/WalletPass/WalletPassTrigger.node.js',
  'dist/nodes/WalletPass/WalletPassTrigger.node.js.map',
  'dist/nodes/WalletPass/WalletPassTrigger.node.json',
  'dist/nodes/WalletPass/walletPass.dark.svg',
  'dist/nodes/WalletPass/walletPass.svg',
  ...Object.keys(outputSchemas()).map((file) => `dist/nodes/WalletPass/__schema__/${file}`),
];

async function packedFiles(): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT });
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return packed.files.map((file) => file.path);
}

async function manifest(file = 'package.json'): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(ROOT, file), 'utf8')) as Manifest;
}

describe('the published n8n package', () => {
  it('holds the allowed files and nothing else', async () => {
    expect((await packedFiles()).sort()).toEqual([...ALLOWED].sort());
  });

  it('holds every node and credential that the manifest registers', async () => {
    const { n8n } = await manifest();
    expect(await packedFiles()).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials]));
  });

  it("keeps to n8n's rules for the manifest", async () => {
    const own = await manifest();
    expect(own.license).toBe('MIT');
    expect(own.peerDependencies).toEqual({ 'n8n-workflow': '*' });
    expect(own.dependencies).toBeUndefined();
    expect(own.overrides).toBeUndefined();
  });

  it('requires nothing but n8n-workflow and is free of what the cloud forbids', async () => {
    const { n8n } = await manifest();
    for (const file of [...n8n.nodes, ...n8n.credentials]) {
      const code = await readFile(path.join(ROOT, file), 'utf8');
      const required = [...code.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name]) => name);
      expect(new Set(required)).toEqual(new Set(required.length > 0 ? ['n8n-workflow'] : []));
      expect(code).not.toMatch(/\b(setTimeout|setInterval|setImmediate)\(/);
      expect(code).not.toMatch(/\bprocess\.(env|exit|cwd)\b/);
    }
  });
});

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
