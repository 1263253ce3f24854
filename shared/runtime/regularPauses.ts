import type { Clock } from './clock';

/** Longest time without a pause, ms: the platform has other requests to answer. */
const PAUSE_AFTER_MS = 40;

/** For work without requests, which would otherwise run in one go. Await the function before each part of it. */
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
