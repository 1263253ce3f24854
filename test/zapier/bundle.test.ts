import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { APP_PATH } from './harness';

const folder = path.dirname(path.dirname(APP_PATH));
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Record<
  string,
  unknown
>;

describe('what is deployed', () => {
  const bundle = readFileSync(APP_PATH, 'utf8');

  it('is one file that imports nothing but Zapier and Node', () => {
    const imported = [...bundle.matchAll(/^(?:import|export) .*?from "([^"]+)";$/gm)].map(
      ([, from]) => from,
    );
    expect(
      imported.filter((from) => from !== 'zapier-platform-core' && !from?.startsWith('node:')),
    ).toEqual([]);
    expect(bundle).not.toMatch(/\brequire\("(?!node:)/);
  });

  it('holds nothing of n8n and no key', () => {
    expect(bundle).not.toMatch(/n8n-workflow|n8n-core|INodeType|svc_sk_[a-z0-9]{8}/);
  });

  it('is small, and loads well within the five seconds Zapier allows', () => {
    expect(statSync(APP_PATH).size).toBeLessThan(1_000_000);
    const program = `
      await import('zapier-platform-core');
      const before = performance.now();
      await import(process.argv[1]);
      console.log(performance.now() - before);`;
    const took = execFileSync(process.execPath, ['--input-type=module', '-e', program, APP_PATH]);
    expect(Number(took)).toBeLessThan(1000);
  });

  it('depends on the core alone, in the version that is built against', () => {
    const root = JSON.parse(readFileSync(path.join(folder, '../package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    const version = root.devDependencies['zapier-platform-core'];
    expect(manifest).toMatchObject({
      name: 'wallet-pass-zapier',
      private: true,
      type: 'module',
      exports: './dist/index.js',
      overrides: { 'get-intrinsic': '1.3.0' },
    });
    expect(manifest.dependencies).toEqual({ 'zapier-platform-core': version });
    expect(manifest).not.toHaveProperty('devDependencies');
  });
});
