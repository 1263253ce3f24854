import { DAY_MS } from '../runtime/duration';
import { shortHash } from './shortHash';

/**
 * How every event is found: by comparing a list with what it showed before.
 *
 * A poll reads the list completely, or fails. For each entry it stores a fingerprint, a short text that changes
 * if anything the event watches changes; a changed fingerprint may be the event. An entry that is missing from
 * the list is remembered for two more days: a list that is incomplete for a while must not repeat events.
 *
 * An entry that is not stored is new if it was created at or after `knownSince`. An older one belongs to the
 * baseline: no poll has read that far back before, so it is stored without an event.
 */

/** The state of a trigger between polls; of a pass trigger, for one template. */
export interface Snapshot {
  /** Epoch ms. */
  knownSince: number;
  /** The entries that the last poll has listed. */
  listed: Fingerprints;
  /** The others, by the day (since 1970) of the first poll that did not list them. */
  missing: Record<string, Fingerprints>;
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

export const MISSING_DAYS = 2;

/** A list as a poll has read it. */
interface List<T> {
  entries: readonly T[];
  /** Short text that differs if what is watched differs; `''` if there is nothing to store. */
  fingerprint: (entry: T) => string;
  /** Epoch ms. */
  now: number;
  /** Epoch ms. The `knownSince` of the next snapshot. */
  since: number;
}

/** Compares a list with the snapshot, and stores it. Without a snapshot, it is the baseline. */
export function compareList<T extends Entry>(
  snapshot: Snapshot | undefined,
  { entries, fingerprint, now, since }: List<T>,
): { changes: Change<T>[]; snapshot: Snapshot } {
  const knownSince = snapshot?.knownSince ?? Infinity;
  const listed = new Map<string, string>();
  const missing = missingUntilListed(snapshot, now);
  const stores = [listed, ...missing.values()];
  const changes: Change<T>[] = [];
  for (const entry of entries) {
    const key = shortHash(entry.id);
    const store = stores.find((fingerprints) => fingerprints.has(key));
    const previous = store?.get(key) ?? '';
    const current = fingerprint(entry);
    const isBaseline = store === undefined && entry.created < knownSince;
    if (!isBaseline && previous !== current) changes.push({ entry, previous, current });
    store?.delete(key);
    if (current !== '') listed.set(key, current);
  }
  const kept = [...missing].filter(
    ([day, { size }]) => size > 0 && day >= dayOf(now) - MISSING_DAYS,
  );
  return {
    changes,
    snapshot: {
      knownSince: since,
      listed: Object.fromEntries(listed),
      missing: Object.fromEntries(kept.map(([day, entries]) => [day, Object.fromEntries(entries)])),
    },
  };
}

/** Counts all stored entries as listed, so that none is missing. */
export function withoutMissing({ knownSince, listed, missing }: Snapshot): Snapshot {
  const stored = [...Object.values(missing), listed];
  return {
    knownSince,
    listed: Object.fromEntries(stored.flatMap(Object.entries<string>)),
    missing: {},
  };
}

/** All stored entries, by the day since which they are missing: those of the last poll since today. */
function missingUntilListed(
  snapshot: Snapshot | undefined,
  now: number,
): Map<number, Map<string, string>> {
  const { listed = {}, missing = {} } = snapshot ?? {};
  const today = dayOf(now);
  const byDay = new Map(
    Object.entries(missing).map(([day, entries]) => [
      Number(day),
      new Map(Object.entries(entries)),
    ]),
  );
  return byDay.set(today, new Map([...(byDay.get(today) ?? []), ...Object.entries(listed)]));
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}
