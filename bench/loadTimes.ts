import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { median } from './median';
import { size } from './size';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..');
const REPEATS = size(5, 1);

/** Cost of installing and loading the connector. */
export interface LoadCosts {
  /** Time to require both nodes and the credential in a fresh process that has n8n-workflow. */
  n8nRequireMs: number;
  tarballBytes: number;
  /** Time to import the app in a fresh process that has zapier-platform-core. */
  zapierImportMs: number;
  zapierBundleBytes: number;
}

/** Measures sizes and load times of both packages, which must be built. */
export async function measureLoad(): Promise<LoadCosts> {
  const { size } = await stat(path.join(ROOT, 'zapier/dist/index.js'));
  return {
    n8nRequireMs: await medianTime(`
      require('n8n-workflow');
      const { n8n } = require('./package.json');
      const begun = performance.now();
      for (const file of [...n8n.nodes, ...n8n.credentials]) require('./' + file);
      console.log(performance.now() - begun);`),
    tarballBytes: await tarballBytes(),
    zapierImportMs: await medianTime(`(async () => {
      await import('zapier-platform-core');
      const begun = performance.now();
      await import('./zapier/dist/index.js');
      console.log(performance.now() - begun);
    })();`),
    zapierBundleBytes: size,
  };
}

/** Median of several fresh processes, ms. */
async function medianTime(program: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const { stdout } = await run(process.execPath, ['-e', program], { cwd: ROOT });
    times.push(Number(stdout.trim().split('\n').at(-1)));
  }
  return Math.round(median(times));
}

async function tarballBytes(): Promise<number> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: ROOT });
  const [packed] = JSON.parse(stdout) as [{ size: number }];
  return packed.size;
}
