import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

import { build } from 'esbuild';

import { APP_PATH } from './harness';

const folder = path.dirname(path.dirname(APP_PATH));

const bundle = readFileSync(APP_PATH, 'utf8');

test('The built app is one file that imports nothing but Zapier and Node', async () => {
  const { metafile } = await build({
    entryPoints: [APP_PATH],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    metafile: true,
    write: false,
    outdir: folder,
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.map((one) => one.path),
  );
  expect(Object.keys(metafile.inputs)).toHaveLength(1);
  expect(imported).toContain('zapier-platform-core');
  expect(imported.filter((from) => from !== 'zapier-platform-core' && !isBuiltin(from))).toEqual(
    [],
  );
});

test('The built app contains no n8n code and no key', () => {
  expect(bundle).not.toMatch(/n8n-workflow|n8n-core|INodeType|svc_sk_[a-z0-9]{8}/);
});

test('The built app is small, and loads in less than one of the five seconds that Zapier allows', () => {
  expect(statSync(APP_PATH).size).toBeLessThan(650_000);
  const program = `
      await import('zapier-platform-core');
      const before = process.cpuUsage();
      await import(process.argv[1]);
      const { user, system } = process.cpuUsage(before);
      console.log((user + system) / 1000);`;
  const tookMs = execFileSync(process.execPath, ['--input-type=module', '-e', program, APP_PATH]);
  expect(Number(tookMs)).toBeLessThan(1000);
});
