import type { ServiceClient } from '../http/client';
import { type RateLimiter, createRateLimiter } from '../http/rateLimiter';
import type { Clock } from '../runtime/clock';
import { KeyedQueue } from '../runtime/keyedQueue';
import { serialNoun } from './serialBy';

/** The work of one item, and what it changes. */
interface Work {
  readonly keys: readonly string[];
  readonly start: () => void;
}

/** A moment in the life of an account: how much work has ended before. */
export type Sequence = number;

/**
 * What the runs of one process share about an account: who changes what right now, what has been changed since a run
 * began, and the rate limit. Nothing is kept of a run that has ended, unless another one was open at the time.
 */
export class SharedAccount {
  readonly limiter: RateLimiter;
  readonly #queue = new KeyedQueue<Work>();
  /** When work with a key has last ended, in order. */
  readonly #endedAt = new Map<string, Sequence>();
  /** When each open run began, in order. */
  readonly #openRuns = new Set<{ begunAt: Sequence }>();
  #endedCount = 0;

  constructor(clock: Omit<Clock, 'now'>) {
    this.limiter = createRateLimiter(clock);
  }

  /** Runs everything of one run. What has been changed is remembered as long as a run is open that began before. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    const openRun = { begunAt: this.currentSequence() };
    this.#openRuns.add(openRun);
    try {
      return await run();
    } finally {
      this.#openRuns.delete(openRun);
      this.#forget();
    }
  }

  /** Whether something may still depend on it. */
  isNeeded(): boolean {
    return this.#openRuns.size > 0 || this.limiter.isLimiting();
  }

  currentSequence(): Sequence {
    return this.#endedCount;
  }

  /** Whether any run has worked on something since then, successfully or not: what was read before may be wrong. */
  hasChangedSince(key: string, since: Sequence): boolean {
    return (this.#endedAt.get(key) ?? since) > since;
  }

  /**
   * Works on something that only one item may change at a time, whichever run it belongs to.
   * @param keys what it is, see `serialKeys`
   * @throws {import('../errors/serviceError').ServiceError} if another run takes too long, or the run is canceled
   */
  async oneAtATime<T>(
    keys: readonly string[],
    client: ServiceClient,
    work: () => Promise<T>,
  ): Promise<T> {
    let start = () => {};
    const turn = new Promise<void>((resolve) => {
      start = resolve;
    });
    const entry: Work = { keys, start };
    try {
      if (!this.#queue.join(entry)) await client.waitForOtherRun(turn, serialNoun(keys));
      return await work().finally(() => this.#end(keys));
    } finally {
      for (const next of this.#queue.leave(entry)) next.start();
    }
  }

  #end(keys: readonly string[]): void {
    this.#endedCount += 1;
    for (const key of keys) {
      // Again at the end of the map, which stays in order.
      this.#endedAt.delete(key);
      this.#endedAt.set(key, this.#endedCount);
    }
  }

  #forget(): void {
    const [oldest] = this.#openRuns;
    for (const [key, endedAt] of this.#endedAt) {
      if (oldest && endedAt > oldest.begunAt) return;
      this.#endedAt.delete(key);
    }
  }
}
