/**
 * Time and randomness, handed in. The n8n bundle may hold no timers, and tests want a clock they can move.
 */
export interface Clock {
  /** Now, in epoch milliseconds. */
  now(): number;
  /** Ms since some moment, with fractions, by a clock that nobody sets: for how long something takes. */
  monotonicMs(): number;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
  /** A number in [0, 1), used for jitter. */
  random(): number;
}
