import type { Clock } from '../../shared/runtime/clock';

/** A clock that jumps to the next pending wait: hours pass in milliseconds. */
export class VirtualTime implements Clock {
  private time = Date.UTC(2026, 0, 1);
  private readonly timers: { at: number; wake: () => void }[] = [];

  now(): number {
    return this.time;
  }

  monotonicMs(): number {
    return this.time;
  }

  random(): number {
    return 0.5;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.timers.push({ at: this.time + Math.max(0, ms), wake });
    });
  }

  /** Lets time pass until `work` is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    const state = { done: false };
    const ended = work.finally(() => {
      state.done = true;
    });
    ended.catch(() => {});
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (state.done) return await ended;
      this.timers.sort((a, b) => a.at - b.at);
      const next = this.timers.shift();
      if (!next) throw new Error('Everybody waits, and nobody for the clock');
      this.time = Math.max(this.time, next.at);
      next.wake();
    }
  }
}
