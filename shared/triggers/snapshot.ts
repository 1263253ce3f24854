import { DAY_MS } from '../runtime/duration';
import { shortHash } from './shortHash';

/** A pass or badge as read from the service. */
export interface Observed {
  id: string;
  /** Epoch ms. */
  created: number;
  /** Short text that differs if the watched values differ; `''` if there is nothing to store. */
  fingerprint: string;
}

/** An entry whose fingerprint differs from the stored one. */
export interface Change<T> {
  item: T;
  /** Stored fingerprint; `''` if there was none. */
  previous: string;
  current: string;
}

/** Fingerprints by hash of the ID. */
type Fingerprints = Record<string, string>;

/**
 * The state of a trigger for changes: one fingerprint per listed entry. Entries whose fingerprint is
 * `''` are not stored.
 *
 * Grows with the number of passes: 17 to 24 characters of JSON each, 46 with five watched fields. The
 * caller checks the size with {@link import('./stateSize').assertStateSize}.
 */
export interface Snapshot {
  /** An entry created at or after this time (epoch ms) that is not stored is new. */
  knownSince: number;
  /** The entries of the last complete scan; during a scan, those it has not read yet. */
  fingerprints: Fingerprints;
  /** Entries that disappeared from the list, by the day they did (days since 1970). */
  missing: Record<string, Fingerprints>;
  /**
   * A scan that the last poll did not finish. The next poll continues with entries created before
   * `resumeAt`, epoch ms.
   */
  scan?: { resumeAt: number; read: Fingerprints };
}

/**
 * How many days the fingerprint of a disappeared entry is kept, so that a list that is incomplete for
 * a while repeats no event.
 */
const MISSING_DAYS = 2;

/** The result of comparing entries to a snapshot, from which the next snapshot is built. */
interface Comparison<T> {
  changes: Change<T>[];
  /** Read in this scan, including by earlier polls; fingerprint by hash of the ID. */
  read: Map<string, string>;
  /** Stored, but not read in this scan. */
  unread: Map<string, string>;
  missing: Record<string, Fingerprints>;
}

/**
 * Compares entries to the stored fingerprints. Without a snapshot they are the baseline and nothing
 * has changed.
 */
export function compareToSnapshot<T extends Observed>(
  snapshot: Snapshot | undefined,
  items: readonly T[],
): Comparison<T> {
  const changes: Change<T>[] = [];
  const read = new Map(Object.entries(snapshot?.scan?.read ?? {}));
  const unread = new Map(Object.entries(snapshot?.fingerprints ?? {}));
  const missing = new Map(Object.values(snapshot?.missing ?? {}).flatMap(Object.entries<string>));
  const reappeared = new Set<string>();
  for (const item of items) {
    const { id, created, fingerprint: current } = item;
    const key = shortHash(id);
    const stored = read.get(key) ?? unread.get(key) ?? missing.get(key);
    const isBaseline = stored === undefined && created < (snapshot?.knownSince ?? Infinity);
    const previous = stored ?? '';
    if (!isBaseline && previous !== current) changes.push({ item, previous, current });
    unread.delete(key);
    if (missing.has(key)) reappeared.add(key);
    if (current !== '') read.set(key, current);
    else read.delete(key);
  }
  return { changes, read, unread, missing: withoutKeys(snapshot?.missing ?? {}, reappeared) };
}

/** The snapshot after a complete scan. Entries that were not in the list are now missing. */
export function finishScan(
  { read, unread, missing }: Comparison<unknown>,
  { knownSince, now }: { knownSince: number; now: number },
): Snapshot {
  const today = Math.floor(now / DAY_MS);
  const kept = Object.entries(missing).filter(([day]) => Number(day) >= today - MISSING_DAYS);
  const days = Object.fromEntries(kept);
  if (unread.size > 0) days[today] = { ...days[today], ...Object.fromEntries(unread) };
  return { knownSince, fingerprints: Object.fromEntries(read), missing: days };
}

/** The snapshot in the middle of a scan; the next poll continues it. */
export function pauseScan(
  { read, unread, missing }: Comparison<unknown>,
  { knownSince, resumeAt }: { knownSince: number; resumeAt: number },
): Snapshot {
  return {
    knownSince,
    fingerprints: Object.fromEntries(unread),
    missing,
    scan: { resumeAt, read: Object.fromEntries(read) },
  };
}

function withoutKeys(
  missing: Record<string, Fingerprints>,
  keys: ReadonlySet<string>,
): Record<string, Fingerprints> {
  if (keys.size === 0) return missing;
  const days = Object.entries(missing).map(([day, fingerprints]) => {
    const rest = Object.entries(fingerprints).filter(([key]) => !keys.has(key));
    return [day, Object.fromEntries(rest)] as const;
  });
  return Object.fromEntries(days.filter(([, rest]) => Object.keys(rest).length > 0));
}
