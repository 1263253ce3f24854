/** Time and randomness, injected: the n8n bundle must not use timers, and tests control the time. */
export interface Clock {
  /** Current time, epoch ms. Use it only for dates, because it jumps if somebody sets the clock. */
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

/** A clock whose sleeps end when `signal` aborts; later sleeps end immediately. */
export function abortableClock(clock: Clock, signal: AbortSignal | undefined): Clock {
  const wakeUps = new Set<() => void>();
  // Use one listener for all sleeps, because Node warns about more than ten on one signal.
  signal?.addEventListener('abort', () => wakeUps.forEach((wakeUp) => wakeUp()), { once: true });

  async function sleep(ms: number): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>((resolve, reject) => {
      wakeUps.add(resolve);
      clock
        .sleep(ms)
        .then(resolve, reject)
        .finally(() => wakeUps.delete(resolve));
    });
  }

  return {
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs(),
    random: () => clock.random(),
    sleep,
  };
}

/** Longest time without a pause, ms, because the platform has other requests to answer. */
const PAUSE_AFTER_MS = 40;

/** For work without requests, which would otherwise block the process. Await the function before each part. */
export function regularPauses(clock: Clock): () => Promise<void> {
  let resumedAt = clock.monotonicMs();
  let pause: Promise<void> | undefined;
  return async () => {
    if (!pause && clock.monotonicMs() - resumedAt > PAUSE_AFTER_MS) {
      pause = clock.sleep(1).finally(() => {
        pause = undefined;
        resumedAt = clock.monotonicMs();
      });
    }
    await pause;
  };
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
