import { hash } from './hash';

/** A pass, or a badge, as a snapshot sees it. */
export interface Observed {
  id: string;
  /** Epoch ms. */
  created: number;
  /** What is watched of it, as short text; `''` where there is nothing to remember. */
  fingerprint: string;
}

/** Something whose fingerprint differs from the one before; `''` where there was none. */
export interface Change<T> {
  item: T;
  before: string;
  now: string;
}

/** Fingerprints by hash of the ID. */
type Fingerprints = Record<string, string>;

/**
 * What is remembered between polls of everything that a list holds: a fingerprint per entry, by the
 * hash of its ID. Whatever has none is remembered as `''`.
 */
export interface Snapshot {
  /** An entry created at or after this moment (epoch ms) that is not in here is new. */
  knownSince: number;
  /** What the list held; during a scan of several polls, what that scan has not read yet. */
  fingerprints: Fingerprints;
  /** What disappeared from the list, by the day it did (days since 1970). */
  missing: Record<string, Fingerprints>;
  /** A scan that one poll had no time to finish: it goes on with entries created before `resumeAt`. */
  scan?: { resumeAt: number; read: Fingerprints };
}

const DAY = 86_400_000;

/** Days that a disappeared entry is remembered: a list that was answered short for a while repeats no event. */
const MISSING_DAYS = 2;

/** What a poll found, to be turned into the next snapshot. */
export interface Comparison<T> {
  changes: Change<T>[];
  /** Read in this scan, also by earlier polls. */
  read: Map<string, string>;
  /** Remembered, but not read in this scan. */
  unread: Map<string, string>;
  missing: Record<string, Fingerprints>;
}

/**
 * Compares entries with what is remembered of them. Without a snapshot nothing changed: it is the
 * baseline.
 */
export function compare<T extends Observed>(
  snapshot: Snapshot | undefined,
  items: readonly T[],
): Comparison<T> {
  const changes: Change<T>[] = [];
  const read = new Map(Object.entries(snapshot?.scan?.read ?? {}));
  const unread = new Map(Object.entries(snapshot?.fingerprints ?? {}));
  const missing = new Map(Object.values(snapshot?.missing ?? {}).flatMap(Object.entries<string>));
  const returned = new Set<string>();
  for (const item of items) {
    const { id, created, fingerprint: now } = item;
    const key = hash(id);
    const known = read.get(key) ?? unread.get(key) ?? missing.get(key);
    const isBaseline = known === undefined && created < (snapshot?.knownSince ?? Infinity);
    const before = known ?? '';
    if (!isBaseline && before !== now) changes.push({ item, before, now });
    unread.delete(key);
    if (missing.has(key)) returned.add(key);
    if (now !== '') read.set(key, now);
    else read.delete(key);
  }
  return { changes, read, unread, missing: without(snapshot?.missing ?? {}, returned) };
}

/** The snapshot after the whole list was read; what was not in it is missing. */
export function afterScan(
  { read, unread, missing }: Comparison<unknown>,
  { knownSince, now }: { knownSince: number; now: number },
): Snapshot {
  const today = Math.floor(now / DAY);
  const kept = Object.entries(missing).filter(([day]) => Number(day) >= today - MISSING_DAYS);
  const days = Object.fromEntries(kept);
  if (unread.size > 0) days[today] = { ...days[today], ...Object.fromEntries(unread) };
  return { knownSince, fingerprints: Object.fromEntries(read), missing: days };
}

/** The snapshot in the middle of a scan; the next poll continues it. */
export function duringScan(
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

function without(
  missing: Record<string, Fingerprints>,
  keys: ReadonlySet<string>,
): Record<string, Fingerprints> {
  if (keys.size === 0) return missing;
  const days = Object.entries(missing).map(([day, fingerprints]) => {
    const left = Object.entries(fingerprints).filter(([key]) => !keys.has(key));
    return [day, Object.fromEntries(left)] as const;
  });
  return Object.fromEntries(days.filter(([, left]) => Object.keys(left).length > 0));
}
