const HOUR_MS = 3_600_000;

/**
 * How far back a platform that deduplicates by ID (Zapier) gets events. The seeding call covers
 * more, so that no event before the trigger was turned on counts as new.
 */
const RECENT_WINDOW_MS = 48 * HOUR_MS;
const SEEDING_WINDOW_MS = 72 * HOUR_MS;

/**
 * @param now epoch ms
 * @returns the earliest event to list, epoch ms
 */
export function recentWindowStart(now: number, seeding: boolean): number {
  return now - (seeding ? SEEDING_WINDOW_MS : RECENT_WINDOW_MS);
}

/**
 * The creation time of the oldest passes to scan. The seeding call covers one more day, so that a
 * clock that is slightly off does not make an old pass look new.
 * @param now epoch ms
 * @returns epoch ms; `undefined` to scan all passes
 */
export function lookBackStart(
  now: number,
  days: number | undefined,
  seeding = false,
): number | undefined {
  return days === undefined ? undefined : now - (days + (seeding ? 1 : 0)) * 24 * HOUR_MS;
}
