import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { build } from 'esbuild';

import { ZapierRunError } from '../../test/engines/zapierEngine';
import type { AttemptRequest, AttemptResult } from './attempt';

/** How many processes start at the same time. More would only compete for the CPU. */
const CONCURRENT_STARTS = 2;

/** Runs each attempt in a process that serves no other one. */
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
 * @param spare how many processes to start in advance: arrivals may be faster than starts
 */
export async function startProcessPool(appPath: string, spare: number): Promise<ProcessPool> {
  const script = await bundledScript();
  const ready: ChildProcess[] = [];
  const running = new Set<ChildProcess>();
  const waiting: ((child: ChildProcess) => void)[] = [];
  let starting = 0;
  let isStopped = false;

  function refill(): void {
    while (
      !isStopped &&
      starting < CONCURRENT_STARTS &&
      ready.length + starting < spare + waiting.length
    ) {
      starting += 1;
      void start().then((child) => {
        starting -= 1;
        const next = waiting.shift();
        if (next) next(child);
        else ready.push(child);
        refill();
      });
    }
  }

  async function start(): Promise<ChildProcess> {
    const child = fork(script, [appPath], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    await once(child, 'message');
    return child;
  }

  async function take(): Promise<ChildProcess> {
    const child = ready.shift() ?? new Promise<ChildProcess>((resolve) => waiting.push(resolve));
    refill();
    return await child;
  }

  async function run(request: AttemptRequest, onStart: () => void): Promise<unknown> {
    const child = await take();
    const ended = Promise.race([
      once(child, 'message') as Promise<[AttemptResult]>,
      once(child, 'exit').then(([code]) => {
        throw new Error(`The process of an attempt exited early, with code ${String(code)}`);
      }),
    ]);
    child.send(request);
    onStart();
    const [result] = await ended;
    if (result.ok) return result.value;
    throw new ZapierRunError(result.error);
  }

  refill();
  while (ready.length < spare) await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    run,
    stop() {
      isStopped = true;
      for (const child of running) child.kill();
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
