import type { Entry, Snapshot } from './snapshot';
import { advanceScan, withoutMissing } from './snapshot';

/** How long after its creation an entry can appear in the list without being missed. */
const MAX_LISTING_DELAY_MS = 5 * 60_000;

/**
 * The creation time (epoch ms) of the oldest entry that can still be followed by one that is listed late.
 * @param newestAt creation time of the newest entry, epoch ms
 * @param now epoch ms. An entry dated ahead of the clock must not hide the ones before it.
 */
export function getOverlapStart(newestAt: number, now: number): number {
  return Math.min(newestAt, now) - MAX_LISTING_DELAY_MS;
}

/**
 * Finds the entries that were not listed before. Their creation time is their fingerprint, so that
 * the snapshot keeps only those after the overlap start, even if the list omits them for a while: its
 * size depends on the entries of five minutes, and of those dated ahead of the clock.
 * @param entries newest first: all that were created at or after `snapshot.knownSince`, or at or after
 *   `resumeAt` if the poll ran out of time
 */
export function findNewEntries<T extends Entry>(
  snapshot: Snapshot | undefined,
  entries: readonly T[],
  { now, resumeAt }: { now: number; resumeAt?: number },
): { found: T[]; state: Snapshot } {
  const overlapStart = getOverlapStart(entries[0]?.created ?? 0, now);
  const { changes, snapshot: next } = advanceScan(snapshot, {
    entries,
    fingerprint: ({ created }) => created.toString(36),
    now,
    since: Math.max(overlapStart, snapshot?.knownSince ?? -Infinity),
    resumeAt,
  });
  const found = changes.filter(({ previous }) => previous === '').map(({ entry }) => entry);
  // An unfinished scan has yet to read the entries in `unread`.
  const state = next.scan ? next : withoutMissing(next);
  const oldest = next.scan?.since ?? next.knownSince;
  const recent = Object.entries(state.read).filter(
    ([, created]) => parseInt(created, 36) >= oldest,
  );
  return { found, state: { ...state, read: Object.fromEntries(recent) } };
}
