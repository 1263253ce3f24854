import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { build } from 'esbuild';

import { ZapierRunError } from '../../test/engines/zapierEngine';
import type { AttemptRequest, AttemptResult } from './attempt';

/** How many processes start at the same time. More would only compete for the CPU. */
const CONCURRENT_STARTS = 2;

/**
 * Runs attempts at the same time in separate processes. A process is used again, as on AWS Lambda, on which
 * Zapier runs apps: starting one takes a second of CPU time.
 */
export interface ProcessPool {
  /**
   * @param onStart called when a process has received the attempt
   * @throws ZapierRunError if the step failed
   */
  run(request: AttemptRequest, onStart: () => void): Promise<unknown>;
  stop(): void;
}

/**
 * @param appPath the built app
 * @param size number of processes, all started in advance
 */
export async function startProcessPool(appPath: string, size: number): Promise<ProcessPool> {
  const script = await bundledScript();
  const children: ChildProcess[] = [];
  const start = async () => {
    while (children.length < size) {
      const child = fork(script, [appPath], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push(child);
      await once(child, 'message');
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_STARTS }, start));
  const idle = [...children];

  async function run(request: AttemptRequest, onStart: () => void): Promise<unknown> {
    const child = idle.pop();
    if (!child) throw new Error(`More than ${size} attempts run at the same time`);
    const ended = new AbortController();
    const result = Promise.race([
      once(child, 'message') as Promise<[AttemptResult]>,
      once(child, 'exit', { signal: ended.signal }).then(([code]) => {
        throw new Error(`The process of an attempt exited early, with code ${String(code)}`);
      }),
    ]);
    child.send(request);
    onStart();
    const [attempt] = await result.finally(() => ended.abort());
    idle.push(child);
    if (attempt.ok) return attempt.value;
    throw new ZapierRunError(attempt.error);
  }

  return {
    run,
    stop() {
      for (const child of children) child.kill();
    },
  };
}

/** As JavaScript, so that a process starts without a compiler. @returns its path */
async function bundledScript(): Promise<string> {
  // Below node_modules, so that it finds Zapier's core.
  const outfile = path.resolve(__dirname, '../../node_modules/.cache/bench/attempt.cjs');
  await build({
    entryPoints: [path.join(__dirname, 'attempt.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    external: ['zapier-platform-core'],
  });
  return outfile;
}
