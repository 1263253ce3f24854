import type { Ports } from '../ports';

const LOOK_MS = 1;
/** A look that took longer than this had something in its way, and so had what was to leave. */
const LONG_LOOK_MS = 1.7;
/** What is usual is a moving mean; a pause counts in it as so many times the usual at most. */
const NEWEST_WEIGHT = 0.1;
const OUTLIER = 1.5;

/**
 * How late a request leaves: one that was let out still has to be prepared and connected, and this
 * process may do something else first. Two short waits show that: a request has left by the end of
 * the first, or by the end of the second where that had to wait as well.
 * @returns called when a request is let out, resolves some ms later: how much later than usual it
 *   left, in ms with fractions; never below 0
 */
export function createLateLeaving({
  elapsed,
  sleep,
}: Pick<Ports, 'elapsed' | 'sleep'>): () => Promise<number> {
  let usualMs: number | undefined;

  return async () => {
    const letOutAt = elapsed();
    await sleep(LOOK_MS);
    const firstMs = elapsed() - letOutAt;
    await sleep(LOOK_MS);
    const bothMs = elapsed() - letOutAt;
    usualMs ??= firstMs;
    const leftMs = bothMs - firstMs > LONG_LOOK_MS ? bothMs : firstMs;
    const lateMs = Math.max(0, leftMs - usualMs);
    usualMs += (Math.min(firstMs, usualMs * OUTLIER) - usualMs) * NEWEST_WEIGHT;
    return lateMs;
  };
}
