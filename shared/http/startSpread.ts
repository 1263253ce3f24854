import type { Clock } from '../runtime/clock';

/** Of an even spread of the requests side by side over the time that an answer takes. */
const PART = 0.3;
/** An even spread is known from the shortest time an answer took; a longer one counts only slowly. */
const LONGER_ANSWERS = 1.1;

/**
 * Keeps the starts of requests apart: answers that come together would send the next requests
 * together, which then wait for each other at both ends, and so on. Part of an even spread is enough
 * for that; a longer one costs processor time, since each request then wakes this process up by itself.
 * @returns runs `work` a little after the one before it has begun
 */
export function createStartSpread({
  monotonicMs: elapsed,
  sleep,
}: Pick<Clock, 'monotonicMs' | 'sleep'>) {
  let running = 0;
  let answerMs = 0;
  let startedAt = -Infinity;
  let queue: Promise<unknown> = Promise.resolve();

  async function start(): Promise<void> {
    const apartMs = running === 0 ? 0 : (answerMs / (running + 1)) * PART;
    // Timers know whole milliseconds only.
    const ms = Math.round(startedAt + apartMs - elapsed());
    if (ms > 0) await sleep(ms);
    startedAt = elapsed();
    running += 1;
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    const started = queue.then(start);
    queue = started.catch(() => {});
    await started;
    const begun = elapsed();
    try {
      return await work();
    } finally {
      running -= 1;
      const tookMs = elapsed() - begun;
      answerMs = Math.min(tookMs, answerMs === 0 ? tookMs : answerMs * LONGER_ANSWERS);
    }
  };
}
