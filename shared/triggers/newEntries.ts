/**
 * How new passes and templates are found. The list is sorted by creation, newest first, so a poll reads only its
 * beginning, and remembers the entries of the last few minutes.
 */

import { shortHash } from './shortHash';
import type { Entry } from './snapshot';
import { comparedWindowStart, recentWindowStart } from './timeWindows';

/** The state of a trigger between polls; of a pass trigger, for one template. Times in epoch ms. */
export interface NewestEntries {
  /** An entry that was created before it and is listed only now is not new. */
  knownSince: number;
  /** When the list was read. */
  polledAt: number;
  /** The creation time of the entries that were created since then, by hash of the ID. */
  ids: Record<string, number>;
}

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
 * Finds the entries that no poll has listed, unless they are too old. Without a state, it is the baseline.
 * @param entries newest first, at least all created since `previous.knownSince`
 * @param now epoch ms
 */
export function findNewEntries<T extends Entry>(
  previous: NewestEntries | undefined,
  entries: readonly T[],
  now: number,
): { found: T[]; state: NewestEntries } {
  const { knownSince = Infinity, polledAt, ids = {} } = previous ?? {};
  const start = Math.max(knownSince, comparedWindowStart(now, polledAt));
  const known = new Map(Object.entries(ids));
  const found: T[] = [];
  for (const entry of entries) {
    const key = shortHash(entry.id);
    if (!known.has(key) && entry.created >= start) found.push(entry);
    known.set(key, entry.created);
  }
  const [newest] = entries;
  const nextKnownSince = newest
    ? Math.max(previous?.knownSince ?? -Infinity, getOverlapStart(newest.created, now))
    : // A first list that is empty may be incomplete: what is too late is not new in the next one.
      (previous?.knownSince ?? recentWindowStart(now));
  // Even if the list omits them for days.
  const recent = [...known].filter(([, created]) => created >= nextKnownSince);
  return {
    found,
    state: { knownSince: nextKnownSince, polledAt: now, ids: Object.fromEntries(recent) },
  };
}
