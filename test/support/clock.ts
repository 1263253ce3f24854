import type { Clock } from '../../shared/runtime/clock';

/**
 * A clock that stops until everything waits for it, then jumps to the end of the next wait: waits of
 * minutes take no time, and all waits are recorded.
 */
export class TestClock implements Clock {
  /** All requested waits, ms, in order. */
  readonly waits: number[] = [];
  /** Result of `random`; 0 makes a backoff half its full length. */
  chance = 0;
  private readonly sleepers: { at: number; wake: () => void }[] = [];
  private jumping = false;
  private setForwardMs = 0;

  constructor(private time = Date.UTC(2026, 5, 1, 12)) {}

  readonly now = (): number => this.time + this.setForwardMs;
  readonly monotonicMs = (): number => this.time;
  readonly random = (): number => this.chance;
  readonly sleep = (ms: number): Promise<void> => {
    this.waits.push(ms);
    return new Promise((wake) => {
      this.sleepers.push({ at: this.time + ms, wake });
      void this.jumpWhenIdle();
    });
  };

  /** Somebody sets the clock of the machine forward, while no time passes. */
  setForward(ms: number): void {
    this.setForwardMs += ms;
  }

  /** Moves the time without ending any wait. */
  pass(ms: number): void {
    this.time += ms;
  }

  private async jumpWhenIdle(): Promise<void> {
    if (this.jumping) return;
    this.jumping = true;
    while (this.sleepers.length > 0) {
      await idle();
      this.sleepers.sort((a, b) => a.at - b.at);
      const next = this.sleepers.shift();
      if (!next) break;
      this.time = Math.max(this.time, next.at);
      next.wake();
      await idle();
    }
    this.jumping = false;
  }
}

/** Lets everything run that can run without waiting. */
function idle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Real time, but all waits are very short. */
export const fastClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  random: () => 0,
  sleep: () => new Promise((resolve) => setTimeout(resolve, 1)),
};

/** The time of this process, without jitter: for a test on the fast clock. */
export const processClock: Clock = {
  ...fastClock,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
