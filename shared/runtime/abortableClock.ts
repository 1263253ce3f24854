import type { Clock } from './clock';

/** A clock whose sleeps end when `signal` aborts; later ones end immediately. */
export function abortableClock(clock: Clock, signal: AbortSignal | undefined): Clock {
  const wakeUps = new Set<() => void>();
  // One listener for all sleeps: Node warns about more than ten on one signal.
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
