/** How far back polls reach; Zapier keeps no state and remembers IDs itself. */

const HOUR = 3_600_000;

/** Events older than this are not given again; the poll that sets the baseline reaches further. */
const WINDOW = 48 * HOUR;
const SEED_WINDOW = 72 * HOUR;

/** @returns the moment from which on events are given, epoch ms */
export function recentSince(now: number, seeding: boolean): number {
  return now - (seeding ? SEED_WINDOW : WINDOW);
}

/**
 * From when on passes are looked through; the poll that sets the baseline reaches a day further, so
 * that no clock that is a little off brings up a pass it did not give.
 * @returns `undefined` for all of them
 */
export function lookBackTo(
  now: number,
  days: number | undefined,
  seeding = false,
): number | undefined {
  return days === undefined ? undefined : now - (days + (seeding ? 1 : 0)) * 24 * HOUR;
}
