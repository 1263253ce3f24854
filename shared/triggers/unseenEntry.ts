/**
 * Entries that are listed without what an event watches. What is stored of an entry is one of these:
 *
 *     nothing    no poll has listed it, or it is new and none has shown what is watched
 *     `?`        it was listed, but showed neither what is watched nor `updated`
 *     `?hash`    the same, with the hash of `updated`
 *     a text     its fingerprint
 */

import { valueHash } from './shortHash';
import type { Entry } from './snapshot';

const UNSEEN = '?';

/** Whether no poll has seen what is watched of an entry, and it may be older than the first poll. */
export function isOfBaseline(
  entry: Entry,
  stored: string | undefined,
  knownSince: number,
): boolean {
  if (stored === undefined) return entry.created < knownSince;
  if (!isUnseen(stored)) return false;
  // Only an update since then shows that what it shows now is new.
  const showsUpdate = stored !== UNSEEN && typeof entry.updated === 'number';
  return !showsUpdate || stored === unseen(entry);
}

/** What to store of an entry of the baseline that does not show what is watched. */
export function unseen({ id, updated }: Entry): string {
  return `${UNSEEN}${typeof updated === 'number' ? valueHash(String(updated), id) : ''}`;
}

/** Whether this is stored of an entry that did not show what is watched. */
export function isUnseen(stored: string | undefined): boolean {
  return stored?.startsWith(UNSEEN) === true;
}
