/** Zapier's own command line, offline and without an account. */
import { spawn } from 'node:child_process';
import path from 'node:path';

import { modernNode, runFolder, tool } from '../support/tools';

export interface CliRun {
  /** Exit code; 0 for success. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Nothing listens on this port, so requests that would leave this machine fail. */
const NOWHERE = 'http://127.0.0.1:9';

/**
 * Runs `zapier-platform` with `args` in the folder of an app.
 * @param env further environment variables, such as `authData_apiKey` for the connection
 */
export async function zapierCli(
  args: readonly string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<CliRun> {
  const cli = tool('zapier-platform-cli/src/bin/run');
  return await runNode([cli, ...args], folder, { ...quietEnvironment(), ...env });
}

/** Runs the Node that Zapier's tools need. Does not throw if the program fails: check `code`. */
export async function runNode(
  args: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv = quietEnvironment(),
): Promise<CliRun> {
  const node = modernNode();
  const child = spawn(node, args, {
    cwd: folder,
    env: { ...env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: CliRun = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => (run.stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (run.stderr += text.toString()));
  run.code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return run;
}

function quietEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DISABLE_ZAPIER_ANALYTICS: '1',
    NO_UPDATE_NOTIFIER: '1',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    ZAPIER_AUTH_LOCATION: path.join(runFolder(), 'no-zapier-account'),
    ZAPIER_BASE_ENDPOINT: NOWHERE,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    // Most of the time is spent on starting the CLI.
    NODE_COMPILE_CACHE: path.join(runFolder(), 'compiled'),
  };
  // With these, Zapier's core is stricter than on Zapier, and the CLI omits files from its zips.
  delete env.NODE_ENV;
  delete env.JEST_WORKER_ID;
  delete env.NODE_OPTIONS;
  return env;
}
