const HOUR_MS = 3_600_000;

/**
 * How far back a platform that deduplicates by ID (Zapier) gets events. The baseline covers
 * more, so that no event before the trigger was turned on counts as new.
 */
const RECENT_WINDOW_MS = 48 * HOUR_MS;
const BASELINE_WINDOW_MS = 72 * HOUR_MS;

/**
 * @param now epoch ms
 * @returns the earliest event to list, epoch ms
 */
export function recentWindowStart(now: number, isBaseline: boolean): number {
  return now - (isBaseline ? BASELINE_WINDOW_MS : RECENT_WINDOW_MS);
}

/**
 * The creation time of the oldest passes to scan. The baseline covers one more day, so that a
 * clock that is slightly off does not make an old pass look new.
 * @param now epoch ms
 * @returns epoch ms; `undefined` to scan all passes
 */
export function lookBackStart(
  now: number,
  days: number | undefined,
  isBaseline = false,
): number | undefined {
  return days === undefined ? undefined : now - (days + (isBaseline ? 1 : 0)) * 24 * HOUR_MS;
}
