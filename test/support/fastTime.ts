import { AsyncResource } from 'node:async_hooks';
import { ClientRequest } from 'node:http';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';

import { DAY_MS } from '../../shared/runtime/clock';

/** How far time may skip ahead before the process gets a chance to notice, ms. */
const STEP_MS = 200;
/** How far time may skip ahead without a wait, ms. */
const MOMENT_MS = 5;
/** As in Node, a timer takes at least this long. */
const SHORTEST_MS = 1;

/**
 * One clock for everything in this process: engines, connectors and sandbox. It stops while anything works
 * and skips ahead while everything waits. Minutes of backoff then take a moment, and a slow machine never
 * delays a response.
 *
 * It covers the time of day, the monotonic clock, timers, and the time limits of requests. Idle
 * connections are closed in real time.
 * @returns `skip` lets time pass while nothing waits, ms; `restore` restores everything
 */
export function fastTime(): { skip: (ms: number) => void; restore: () => void } {
  const real = {
    now: Date.now,
    // eslint-disable-next-line @typescript-eslint/unbound-method -- restored unchanged
    elapsed: performance.now,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    delay: timersPromises.setTimeout,
    // eslint-disable-next-line @typescript-eslint/unbound-method -- the same
    abortTimeout: AbortSignal.timeout,
    // eslint-disable-next-line @typescript-eslint/unbound-method -- the same
    requestTimeout: ClientRequest.prototype.setTimeout,
  };
  const timers = new Set<FastTimeout>();
  const beganAt = Math.floor(Date.now());
  const beganElapsed = performance.now();
  let time = 0;
  let running = true;

  /** A timer of the fast clock, with the methods of Node's. */
  class FastTimeout {
    private at = 0;

    constructor(
      private readonly work: () => void,
      private readonly ms: number,
    ) {
      this.refresh();
    }

    get dueAt(): number {
      return this.at;
    }
    refresh(): this {
      this.at = time + Math.max(SHORTEST_MS, this.ms);
      timers.add(this);
      return this;
    }
    fire(): void {
      timers.delete(this);
      this.work();
    }
    close(): this {
      timers.delete(this);
      return this;
    }
    ref = () => this;
    unref = () => this;
    hasRef = () => false;
    [Symbol.dispose] = () => void this.close();
  }

  const start = (work: () => void, ms: number) => new FastTimeout(work, ms);

  function delay<T>(ms = SHORTEST_MS, value?: T, { signal }: { signal?: AbortSignal } = {}) {
    return new Promise<T | undefined>((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = start(() => resolve(value), ms);
      const stop = () => {
        timer.close();
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  Date.now = () => beganAt + Math.floor(time);
  performance.now = () => beganElapsed + time;
  globalThis.setTimeout = Object.assign(
    (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      // Without a delay, it only lets others run first.
      ms > 0 ? start(() => work(...args), ms) : real.setTimeout(work, ms, ...args),
    { [promisify.custom]: delay },
  ) as unknown as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    if (timer instanceof FastTimeout) timer.close();
    else real.clearTimeout(timer);
  };
  timersPromises.setTimeout = delay as typeof timersPromises.setTimeout;
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    start(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
  ClientRequest.prototype.setTimeout = function (ms, listener) {
    if (listener) this.once('timeout', listener);
    let seen = 0;
    const timer = start(() => {
      const bytes = (this.socket?.bytesRead ?? 0) + (this.socket?.bytesWritten ?? 0);
      if (bytes === seen) this.emit('timeout');
      // An event arrived in the meantime.
      else timer.refresh();
      seen = bytes;
    }, ms);
    this.once('close', () => timer.close());
    return this;
  };

  const nextAt = () => Math.min(...[...timers].map(({ dueAt }) => dueAt));

  /** Skips ahead to the next timer, by at most one step. */
  function runAhead(): void {
    if (timers.size === 0) return;
    time = Math.max(time, Math.min(nextAt(), time + STEP_MS));
    for (const timer of [...timers]) if (timer.dueAt <= time) timer.fire();
  }

  // Only callbacks, because some processes also count promises.
  function watch(): void {
    const before = asyncResources();
    const look = () => {
      if (!running) return;
      if (asyncResources() - before === OWN_RESOURCES) runAhead();
      watch();
    };
    // Before a big step, pending files and images get some real time; a small step is immediate.
    if (nextAt() - time <= MOMENT_MS) setImmediate(() => setImmediate(look));
    // One more turn for events that arrived while the process was not scheduled.
    else real.setTimeout(() => setImmediate(look), SHORTEST_MS);
  }
  watch();

  function restore(): void {
    running = false;
    Date.now = real.now;
    performance.now = real.elapsed;
    globalThis.setTimeout = real.setTimeout;
    globalThis.clearTimeout = real.clearTimeout;
    timersPromises.setTimeout = real.delay;
    AbortSignal.timeout = real.abortTimeout;
    ClientRequest.prototype.setTimeout = real.requestTimeout;
  }

  const skip = (ms: number) => {
    time += ms;
  };
  return { skip, restore };
}

/** Number of asynchronous resources created in this process. All activity creates some. */
function asyncResources(): number {
  return new AsyncResource('clock', { requireManualDestroy: true }).asyncId();
}
/** Two timers or immediates, and the probe itself. */
const OWN_RESOURCES = 3;

/**
 * The fast clock for the tests of a file; called before anything that reads the clock is started. Between two tests a
 * day passes, so that a rate limit of one does not reach the next: on n8n, all runs of a process share it.
 */
export function useFastTime(): void {
  let fast: ReturnType<typeof fastTime> | undefined;
  beforeAll(() => {
    fast = fastTime();
  });
  beforeEach(() => fast?.skip(DAY_MS));
  afterAll(() => fast?.restore());
}
