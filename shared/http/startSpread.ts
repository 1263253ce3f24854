import type { Clock } from '../runtime/clock';

/** Distance between two starts, as a fraction of an even spread over the response time. */
const SPREAD_FRACTION = 0.3;
/** The response time is the shortest one measured; it may rise by this factor per response. */
const MAX_RISE = 1.1;

/**
 * Spreads the starts of concurrent requests: responses that arrive together would start the next
 * requests together, which then compete at both ends, and so on. A fraction of an even spread is
 * enough; more costs CPU time, because each request then wakes the process separately.
 * @returns runs `work` a little after the previous one started
 */
export function createStartSpread({ monotonicMs, sleep }: Pick<Clock, 'monotonicMs' | 'sleep'>) {
  let running = 0;
  let responseMs = 0;
  let lastStartedAt = -Infinity;
  let queue: Promise<unknown> = Promise.resolve();

  async function waitForStart(): Promise<void> {
    const distanceMs = running === 0 ? 0 : (responseMs / (running + 1)) * SPREAD_FRACTION;
    // Timers have a resolution of one millisecond.
    const waitMs = Math.round(lastStartedAt + distanceMs - monotonicMs());
    if (waitMs > 0) await sleep(waitMs);
    lastStartedAt = monotonicMs();
    running += 1;
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    const started = queue.then(waitForStart);
    queue = started.catch(() => {});
    await started;
    const startedAt = monotonicMs();
    try {
      return await work();
    } finally {
      running -= 1;
      const tookMs = monotonicMs() - startedAt;
      responseMs = Math.min(tookMs, responseMs === 0 ? tookMs : responseMs * MAX_RISE);
    }
  };
}
