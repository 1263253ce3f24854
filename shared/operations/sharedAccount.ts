import type { ServiceClient } from '../http/client';
import { type RateLimiter, createRateLimiter } from '../http/rateLimiter';
import type { Clock } from '../runtime/clock';
import { KeyedQueue } from '../runtime/keyedQueue';
import { lockedNoun } from './serialBy';

/** An entry in the queue: the locks that the work of an item needs, and a callback that starts it. */
interface QueueEntry {
  readonly keys: readonly string[];
  readonly start: () => void;
}

/** A logical timestamp: how many locked sections have ended on this account. */
export type ChangeCount = number;

/**
 * What the runs of one process share about an account: its locks, the changes since the oldest open run began, and the
 * rate limit. Without an open run, it forgets the changes.
 */
export class SharedAccount {
  readonly limiter: RateLimiter;
  readonly #queue = new KeyedQueue<QueueEntry>();
  /** When a locked section for a key last ended, in order. */
  readonly #endedAt = new Map<string, ChangeCount>();
  /** When each open run began, in order. */
  readonly #openRuns = new Set<{ begunAt: ChangeCount }>();
  #endedCount = 0;

  constructor(clock: Omit<Clock, 'now'>) {
    this.limiter = createRateLimiter(clock);
  }

  /**
   * Registers a run while `run` executes. The account remembers a change as long as a run is open that began before it.
   */
  async withOpenRun<T>(run: () => Promise<T>): Promise<T> {
    const openRun = { begunAt: this.changeCount() };
    this.#openRuns.add(openRun);
    try {
      return await run();
    } finally {
      this.#openRuns.delete(openRun);
      this.#forgetOldChanges();
    }
  }

  /** Whether a run is open, or the rate limiter still matters. If neither is the case, the account can be dropped. */
  isNeeded(): boolean {
    return this.#openRuns.size > 0 || this.limiter.isLimiting();
  }

  changeCount(): ChangeCount {
    return this.#endedCount;
  }

  /**
   * Whether a locked section for this key has ended after `since`, successfully or not. Data that was read before may
   * be out of date.
   */
  hasChangedSince(key: string, since: ChangeCount): boolean {
    return (this.#endedAt.get(key) ?? since) > since;
  }

  /**
   * Runs `work` while no other item of any run holds a lock with the same key.
   * @param keys of the locks, see `lockKeys`
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
    const entry: QueueEntry = { keys, start };
    try {
      if (!this.#queue.join(entry)) await client.waitForOtherRun(turn, lockedNoun(keys));
      return await work().finally(() => this.#end(keys));
    } finally {
      for (const next of this.#queue.leave(entry)) next.start();
    }
  }

  #end(keys: readonly string[]): void {
    this.#endedCount += 1;
    for (const key of keys) {
      // Move the key to the end of the map, which stays in order.
      this.#endedAt.delete(key);
      this.#endedAt.set(key, this.#endedCount);
    }
  }

  #forgetOldChanges(): void {
    const [oldest] = this.#openRuns;
    for (const [key, endedAt] of this.#endedAt) {
      if (oldest && endedAt > oldest.begunAt) return;
      this.#endedAt.delete(key);
    }
  }
}
