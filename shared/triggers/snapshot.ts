import { DAY_MS } from '../runtime/duration';
import { shortHash } from './shortHash';

/**
 * How every event is found: by comparing a list with what it showed before.
 *
 * A scan reads a list, newest entry first. For each entry it stores a fingerprint, a short text that
 * changes if anything the event watches changes; a changed fingerprint may be the event. A poll that
 * runs out of time leaves its scan unfinished, and the next poll continues it with the older entries.
 *
 * A stored entry is in one of two places:
 * - `read`: the current scan has read it (between two scans: the last one has).
 * - `unread`: only earlier scans have. A scan starts by moving everything from `read` to here. What is
 *   still here when it ends is missing from the list, and kept for two more days: a list that is
 *   incomplete for a while must not repeat events.
 *
 * An entry in neither place is new if it was created at or after `knownSince`. An older one belongs to
 * the baseline: no scan has been there before, so it is stored, but is no event.
 */

/** The state of a trigger between polls; of a pass trigger, for one template. */
export interface Snapshot {
  /** Epoch ms. */
  knownSince: number;
  read: Fingerprints;
  /** By the day (since 1970) on which the first scan started that did not read the entry. */
  unread: Record<string, Fingerprints>;
  /** Only while a scan is unfinished. */
  scan?: {
    /** Epoch ms. The scan continues with entries created before it. */
    resumeAt: number;
    /** Epoch ms. `knownSince` after the scan. */
    since: number;
  };
}

/**
 * Fingerprints by hash of the ID; an empty one is not stored. An entry takes 17 to 24 characters of
 * JSON, 46 with five watched fields; `assertStateSize` limits their number.
 */
type Fingerprints = Record<string, string>;

/** An entry of a list: a pass, a template or a badge. */
export interface Entry {
  id: string;
  /** Epoch ms. */
  created: number;
}

/** An entry whose fingerprint differs from the stored one. */
export interface Change<T> {
  entry: T;
  /** Stored fingerprint; `''` if there was none. */
  previous: string;
  current: string;
}

const MISSING_DAYS = 2;

/** A part of a scan: what one poll has read. */
interface ScanPart<T> {
  /** Newest first. They continue the unfinished scan of the snapshot, or else start a scan. */
  entries: readonly T[];
  /** Short text that differs if what is watched differs; `''` if there is nothing to store. */
  fingerprint: (entry: T) => string;
  /** Epoch ms. */
  now: number;
  /** Epoch ms. `knownSince` after a scan that starts now. */
  since: number;
  /** Epoch ms. Set if the poll ran out of time; all entries created at or after it have been read. */
  resumeAt?: number;
}

/** Compares entries with the snapshot, and stores them. Without a snapshot they are the baseline. */
export function advanceScan<T extends Entry>(
  snapshot: Snapshot | undefined,
  { entries, fingerprint, now, since, resumeAt }: ScanPart<T>,
): { changes: Change<T>[]; snapshot: Snapshot } {
  const knownSince = snapshot?.knownSince ?? Infinity;
  const sinceAfterScan = snapshot?.scan?.since ?? since;
  const { read, unread } = startOrContinue(snapshot, now);
  const stores = [read, ...unread.values()];
  const changes: Change<T>[] = [];
  for (const entry of entries) {
    const key = shortHash(entry.id);
    const store = stores.find((fingerprints) => fingerprints.has(key));
    const previous = store?.get(key) ?? '';
    const current = fingerprint(entry);
    const isBaseline = store === undefined && entry.created < knownSince;
    if (!isBaseline && previous !== current) changes.push({ entry, previous, current });
    store?.delete(key);
    if (current !== '') read.set(key, current);
  }
  if (resumeAt !== undefined) {
    const scan = { resumeAt, since: sinceAfterScan };
    const known = Math.min(knownSince, resumeAt);
    return { changes, snapshot: { knownSince: known, ...toJson(read, unread), scan } };
  }
  forgetMissing(unread);
  return { changes, snapshot: { knownSince: sinceAfterScan, ...toJson(read, unread) } };
}

/** Counts all stored entries as read, so that none is missing. */
export function withoutMissing(snapshot: Snapshot): Snapshot {
  const stored = [...Object.values(snapshot.unread), snapshot.read];
  return {
    ...snapshot,
    read: Object.fromEntries(stored.flatMap(Object.entries<string>)),
    unread: {},
  };
}

type FingerprintMap = Map<string, string>;

function startOrContinue(snapshot: Snapshot | undefined, now: number) {
  const read = new Map(Object.entries(snapshot?.read ?? {}));
  const unread = new Map(
    Object.entries(snapshot?.unread ?? {}).map(([day, fingerprints]) => [
      Number(day),
      new Map(Object.entries(fingerprints)),
    ]),
  );
  if (snapshot?.scan) return { read, unread };
  const today = Math.floor(now / DAY_MS);
  unread.set(today, new Map([...(unread.get(today) ?? []), ...read]));
  return { read: new Map() as FingerprintMap, unread };
}

/** Forgets what was not listed for two days before the scan started, which was on the last of `unread`'s days. */
function forgetMissing(unread: Map<number, FingerprintMap>): void {
  const startDay = Math.max(...unread.keys());
  for (const [day, { size }] of unread) {
    if (size === 0 || day < startDay - MISSING_DAYS) unread.delete(day);
  }
}

function toJson(
  read: FingerprintMap,
  unread: Map<number, FingerprintMap>,
): Pick<Snapshot, 'read' | 'unread'> {
  const days = [...unread].map(([day, entries]) => [day, Object.fromEntries(entries)] as const);
  return { read: Object.fromEntries(read), unread: Object.fromEntries(days) };
}
