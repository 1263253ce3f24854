import { HOUR_MS } from '../runtime/duration';

/** The start of a window, in epoch ms, before which nothing has happened. */
export const ANY_TIME = 0;

/**
 * How late an event may be found. On a platform that deduplicates by ID (Zapier) also how far back events
 * are listed; the baseline covers more, so that no event before the trigger was turned on counts as new.
 */
const RECENT_WINDOW_MS = 48 * HOUR_MS;
const BASELINE_WINDOW_MS = 72 * HOUR_MS;

/**
 * @param now epoch ms
 * @returns the earliest event that is not too late, epoch ms
 */
export function recentWindowStart(now: number, isBaseline = false): number {
  return now - (isBaseline ? BASELINE_WINDOW_MS : RECENT_WINDOW_MS);
}

/**
 * What {@link recentWindowStart} is for something that was compared with an earlier state: a state within the window
 * shows that nothing has happened before it, whatever the times of the service say.
 * @param comparedTo when that state was read, epoch ms; `undefined` without one
 */
export function comparedWindowStart(now: number, comparedTo: number | undefined): number {
  const start = recentWindowStart(now);
  return comparedTo !== undefined && comparedTo >= start ? ANY_TIME : start;
}

/**
 * The creation time of the oldest passes to scan. The baseline covers one more day, so that a
 * clock that is slightly off does not make an old pass look new.
 * @param now epoch ms
 * @param days `undefined` to scan all passes
 * @returns epoch ms
 */
export function lookBackStart(now: number, days: number | undefined, isBaseline = false): number {
  return days === undefined ? ANY_TIME : now - (days + (isBaseline ? 1 : 0)) * 24 * HOUR_MS;
}
