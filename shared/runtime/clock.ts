/** Time and randomness, injected: the n8n bundle must not use timers, and tests control the time. */
export interface Clock {
  /** Current time, epoch ms. Only for dates: it jumps if somebody sets the clock. */
  now(): number;
  /** Monotonic time in fractional ms, for durations and deadlines: unaffected by clock adjustments. */
  monotonicMs(): number;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
  /** A number in [0, 1), used for jitter. */
  random(): number;
}

/** The clock of this process. @param sleep of the platform */
export function systemClock(sleep: Clock['sleep']): Clock {
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep,
    random: () => Math.random(),
  };
}
