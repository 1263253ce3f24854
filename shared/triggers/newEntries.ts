import { type Entry, type Snapshot, compareList, withoutMissing } from './snapshot';
import { comparedWindowStart } from './timeWindows';

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
 * Finds the entries that were not listed before, unless they are too old. The snapshot keeps only those created after the overlap
 * start, even if the list omits them for days. To tell them apart, their creation time is their
 * fingerprint.
 * @param entries newest first, at least all created since `snapshot.knownSince`
 * @param now epoch ms
 */
export function findNewEntries<T extends Entry>(
  snapshot: Snapshot | undefined,
  entries: readonly T[],
  now: number,
): { found: T[]; snapshot: Snapshot } {
  const overlapStart = getOverlapStart(entries[0]?.created ?? 0, now);
  const { changes, snapshot: compared } = compareList(snapshot, {
    entries,
    fingerprint: ({ created }) => created.toString(36),
    now,
    since: Math.max(overlapStart, snapshot?.knownSince ?? -Infinity),
  });
  const start = comparedWindowStart(now, snapshot?.polledAt);
  const found = changes
    .filter(({ entry, previous }) => previous === undefined && entry.created >= start)
    .map(({ entry }) => entry);
  const { listed, ...others } = withoutMissing(compared);
  const recent = Object.entries(listed).filter(
    ([, created]) => parseInt(created, 36) >= others.knownSince,
  );
  return { found, snapshot: { ...others, listed: Object.fromEntries(recent) } };
}
