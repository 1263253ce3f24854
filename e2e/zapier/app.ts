/** The app in each stage of its deployment to Zapier, in folders of this run. */
import { cp, mkdtemp, rename, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { ROOT, runFolder, tool } from '../support/tools';
import { zapierCli } from './cli';

/** The sources that `_zapier-build` reads. */
const SOURCES = ['zapier', 'shared', 'build.mjs', 'package.json', 'tsconfig.json'];
const NOT_SOURCES = [path.join(ROOT, 'zapier/dist'), path.join(ROOT, 'zapier/build')];

/** A copy of the sources, as after a checkout and `npm ci`. @returns the folder of the app */
export async function copyOfSources(): Promise<string> {
  const folder = await mkdtemp(path.join(runFolder(), 'zapier-sources-'));
  const filter = (file: string) => !NOT_SOURCES.includes(file);
  for (const name of SOURCES) {
    await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter });
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return path.join(folder, 'zapier');
}

export interface Built {
  /** The archive that runs on Zapier. */
  buildZip: string;
  /** The archive of the sources, which Zapier stores. */
  sourceZip: string;
}

/**
 * The CLI allows the built app five seconds to start, which a busy machine sometimes exceeds. Only this
 * failure is retried.
 */
const STARTS = 4;
const TOO_SLOW = /Testing build\s+(?:›\s+)?Error:\s*(?:›\s*)*re-run/;

/** Builds as for an upload, once per run. */
export async function builtApp(): Promise<Built> {
  const kept = path.join(runFolder(), 'zapier-build');
  if (!existsSync(kept)) {
    const app = await copyOfSources();
    await build(app);
    await rename(path.join(app, 'build'), kept);
  }
  return { buildZip: path.join(kept, 'build.zip'), sourceZip: path.join(kept, 'source.zip') };
}

async function build(app: string): Promise<void> {
  for (let start = 1; ; start += 1) {
    const { code, stdout, stderr } = await zapierCli(['build', '--skip-validation'], app);
    if (code === 0) return;
    if (start === STARTS || !TOO_SLOW.test(stderr)) {
      throw new Error(`zapier-platform build: ${stdout}\n${stderr}`);
    }
    process.stderr.write('zapier-platform build: the app did not start within 5 s, retrying\n');
  }
}

interface Zip {
  getEntries(): { entryName: string; isDirectory: boolean }[];
  readAsText(name: string): string;
  extractAllTo(folder: string): void;
}

/** Opens a zip with the library of the CLI. */
export function openZip(file: string): Zip {
  const requireFromCli = createRequire(tool('zapier-platform-cli/package.json'));
  const AdmZip = requireFromCli('adm-zip') as new (file: string) => Zip;
  return new AdmZip(file);
}

/** Unpacks `build.zip` as Zapier does, into a new, empty folder. */
export async function deployed(): Promise<string> {
  const { buildZip } = await builtApp();
  const folder = await mkdtemp(path.join(runFolder(), 'zapier-deployed-'));
  openZip(buildZip).extractAllTo(folder);
  return folder;
}

/**
 * The same, plus the files of the core that `invoke` needs and the CLI does not include in the zip: the
 * template of the wrapper and the CommonJS entry point. Run one command at a time: each writes and removes
 * the wrapper.
 */
export async function deployedForInvoke(): Promise<string> {
  const folder = await deployed();
  const core = 'node_modules/zapier-platform-core';
  for (const file of ['include', 'index.js']) {
    await cp(path.join(ROOT, core, file), path.join(folder, core, file), { recursive: true });
  }
  return folder;
}
