/**
 * How events of existing objects are found: by comparing a list with what it showed before.
 *
 * A poll reads the list completely, or fails. For each entry it stores a fingerprint, a short text that changes
 * if anything the event watches changes; a changed fingerprint may be the event. An entry that is missing from
 * the list is remembered for two more days: a list that is incomplete for a while must not repeat events. An entry
 * that is listed without what the event watches keeps its fingerprint.
 *
 * An entry that is not stored is new if it was created at or after `knownSince`. An older one belongs to the
 * baseline: no poll has read that far back before, so it is stored without an event.
 *
 * What is stored of an entry that was listed, but did not show what is watched: unseenEntry.ts.
 *
 * The state has no names, contacts or other values: the IDs of passes and values are hashed. What a `!` in a
 * fingerprint means is said where it is written: at the end in knownValidity.ts, of a field in fieldsFingerprint.ts.
 */

import { DAY_MS } from '../runtime/duration';
import { shortHash } from './shortHash';
import { comparedWindowStart } from './timeWindows';
import { isOfBaseline, isUnseen, unseen } from './unseenEntry';

/** The state of a trigger between polls; of a pass trigger, for one template. Times in epoch ms. */
export interface Snapshot {
  knownSince: number;
  /** When the list was read. */
  polledAt: number;
  /** The entries that the last poll has listed. */
  listed: Fingerprints;
  /** The others, by the poll that last listed them. */
  missing: MissingEntries[];
}

/** Entries that are missing from the list. Times in epoch ms. */
interface MissingEntries {
  /** The last poll that listed them. */
  listedAt: number;
  /** The first poll that did not. */
  missingSince: number;
  entries: Fingerprints;
}

/**
 * Fingerprints by hash of the ID: 16 characters of JSON per entry in addition to the fingerprint, which has 1 to 10,
 * 6 per watched field, or 9 for the value of a pass and each of five earlier ones that it has reached.
 * `assertStateSize` limits them all.
 */
type Fingerprints = Record<string, string>;

/** An entry of a list: a pass, a template or a badge. */
export interface Entry {
  id: string;
  /** Epoch ms. */
  created: number;
  /** Epoch ms. */
  updated?: number | null;
}

/** An entry whose fingerprint differs from the stored one. */
export interface Change<T> {
  entry: T;
  /** Stored fingerprint; `undefined` if no poll has seen it. */
  previous: string | undefined;
  current: string;
  /** An event that happened before it is too late, epoch ms. */
  since: number;
}

/** For how many days a missing entry is remembered. */
export const MISSING_DAYS = 2;

/** A list as a poll has read it. */
interface List<T> {
  entries: readonly T[];
  /**
   * Short text that differs if what is watched differs.
   * @param previous what is stored
   * @returns `undefined` if the entry does not show what is watched: then what is stored stays
   */
  fingerprint: (entry: T, previous: string | undefined) => string | undefined;
  /** Epoch ms. */
  now: number;
  /** {@link Snapshot.knownSince} of the next snapshot, epoch ms. */
  nextKnownSince: number;
}

/** Compares a list with the snapshot, and stores it. Without a snapshot, it is the baseline. */
export function compareList<T extends Entry>(
  snapshot: Snapshot | undefined,
  { entries, fingerprint, now, nextKnownSince }: List<T>,
): { changes: Change<T>[]; snapshot: Snapshot } {
  const { knownSince = Infinity } = snapshot ?? {};
  const groups = storedGroups(snapshot, now);
  const listed = new Map<string, string>();
  const changes: Change<T>[] = [];
  for (const entry of entries) {
    const key = shortHash(entry.id);
    const group = groups.find((one) => one.entries.has(key));
    // Of an entry that is on the list twice, the second is compared with the first.
    const stored = listed.get(key) ?? group?.entries.get(key);
    group?.entries.delete(key);
    const { next, change } = compareEntry(entry, stored, knownSince, fingerprint);
    if (next !== undefined) listed.set(key, next);
    if (!change) continue;
    const comparedTo = change.previous === undefined ? undefined : group?.listedAt;
    changes.push({ entry, ...change, since: comparedWindowStart(now, comparedTo) });
  }
  const missing = groups
    .filter((one) => one.entries.size > 0 && one.missingSince >= now - MISSING_DAYS * DAY_MS)
    .map((group) => ({ ...group, entries: Object.fromEntries(group.entries) }));
  return {
    changes,
    snapshot: {
      knownSince: nextKnownSince,
      polledAt: now,
      listed: Object.fromEntries(listed),
      missing,
    },
  };
}

/** All stored entries. Those of the last poll count as missing since now, until they are found in the list. */
function storedGroups(snapshot: Snapshot | undefined, now: number) {
  const { polledAt = now, listed = {}, missing = [] } = snapshot ?? {};
  const latest: MissingEntries = { listedAt: polledAt, missingSince: now, entries: listed };
  const groups = [latest, ...missing];
  return groups.map((group) => ({ ...group, entries: new Map(Object.entries(group.entries)) }));
}

/** What to store of an entry next, and its change if that may be an event. */
function compareEntry<T extends Entry>(
  entry: T,
  stored: string | undefined,
  knownSince: number,
  fingerprint: List<T>['fingerprint'],
): { next: string | undefined; change?: Pick<Change<T>, 'previous' | 'current'> } {
  const isBaseline = isOfBaseline(entry, stored, knownSince);
  const previous = isUnseen(stored) ? undefined : stored;
  const current = fingerprint(entry, previous);
  // A new entry is not stored yet: the first poll that shows what is watched finds its event.
  if (current === undefined) return { next: stored ?? (isBaseline ? unseen(entry) : undefined) };
  const isChange = current !== previous && !isBaseline;
  return { next: current, change: isChange ? { previous, current } : undefined };
}

/** Counts all stored entries as listed, so that none is missing. */
export function withoutMissing({ listed, missing, ...others }: Snapshot): Snapshot {
  const stored = [...missing.map(({ entries }) => entries), listed];
  const all = Object.fromEntries(stored.flatMap(Object.entries<string>));
  return { ...others, listed: all, missing: [] };
}
