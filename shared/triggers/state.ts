/**
 * The state of a trigger between polls, and the only form in which it is stored: no names, contacts, IDs, dates or
 * other values that reveal something about a person (SECURITY.md).
 */

import { createHash } from 'node:crypto';

import { ServiceError } from '../errors/serviceError';
import { DAY_MS } from '../runtime/clock';
import { ownValue } from '../runtime/records';

/** The watched value of a pass as plain data: flags, small numbers, and texts, which are stored as hashes. */
export type WatchedValue = boolean | number | string | readonly WatchedValue[];

/** The state of one list: the passes of a template, or all templates. Times in epoch ms. */
export interface SeenObjects<V> {
  /** When the list was read. */
  polledAt: number;
  /** An entry that was created before this time, by the service's clock, and is not in `seen`, is not new. */
  since: number;
  /** Values at the last poll, by hash of the ID. */
  seen: Record<string, V>;
}

/** How long after its creation an entry can appear in the list without being missed. */
const MAX_LISTING_DELAY_MS = 5 * 60_000;

/**
 * The list is complete up to this time, epoch ms.
 * @param now epoch ms. An entry dated ahead of the clock must not hide older entries
 */
export function completeUntil(newestAt: number, now: number): number {
  return Math.min(newestAt, now) - MAX_LISTING_DELAY_MS;
}

/**
 * The next state.
 * @param newestAt creation time of the newest entry, epoch ms
 * @param read when the list was read, and how far back, epoch ms: older entries are never new
 * @param seen the stored value of every entry, by ID
 */
export function nextState<V>(
  last: SeenObjects<V> | undefined,
  newestAt = 0,
  { now, createdSince = 0 }: { now: number; createdSince?: number | undefined },
  seen: readonly (readonly [id: string, value: V])[],
): SeenObjects<V> {
  const { since: lastSince, polledAt } = last ?? { since: 0, polledAt: now };
  // As time passes, even the newest entry becomes an old entry.
  const untilNewest = Math.min(lastSince + now - polledAt, Math.min(newestAt, now) + 1);
  const since = Math.max(lastSince, createdSince, completeUntil(newestAt, now), untilNewest);
  const hashed = seen.map(([id, value]) => [shortHash(id), value] as const);
  return { polledAt: now, since, seen: Object.fromEntries(hashed) };
}

/** The stored value of the entry with this ID. */
export function storedOf<V>(last: SeenObjects<V> | undefined, id: string): V | undefined {
  return last && ownValue(last.seen, shortHash(id));
}

/**
 * Finds the entries that no poll has listed, unless they are too late. Without a state, all entries are the baseline.
 * @param entries newest first, at least all created since `last.since`, epoch ms
 * @returns the new entries, oldest first
 */
export function findNewEntries<T extends { id: string; created: number }>(
  last: SeenObjects<true> | undefined,
  entries: readonly T[],
  now: number,
): { found: T[]; state: SeenObjects<true> } {
  const start = last ? Math.max(last.since, earliestEvent(now, last.polledAt)) : Infinity;
  const isNew = ({ id, created }: T) => created >= start && storedOf(last, id) === undefined;
  const seen = entries.map(({ id }) => [id, true] as const);
  const state = nextState(last, entries[0]?.created, { now }, seen);
  return { found: entries.filter(isNew).reverse(), state };
}

/**
 * How many days late an event may be found. On a platform without state, also how far back the newest entries are
 * listed.
 */
export const MAX_LATE_DAYS = 2;

/**
 * The time of the earliest event that is not too late, epoch ms. If the last poll was within two days, no event is too
 * late: the comparison with that poll shows that it is new, whatever the service's clock shows.
 */
export function earliestEvent(now: number, polledAt: number): number {
  const start = now - MAX_LATE_DAYS * DAY_MS;
  return polledAt >= start ? 0 : start;
}

/**
 * When the oldest entries to read were created, epoch ms. When a trigger starts, one day more, so that a clock that is
 * slightly off does not make an old entry look new.
 */
export function lookBackStart(now: number, isStart: boolean, days = MAX_LATE_DAYS): number {
  return now - (isStart ? days + 1 : days) * DAY_MS;
}

/**
 * A value in its stored form, which has the same shape. The hash of a text depends on the ID, which the state does not
 * contain: equal values of two passes have different hashes, and without the ID nobody can find out a value, e.g. a
 * birthday, by hashing all possible values.
 */
export function toStored<V extends WatchedValue>(value: V, id: string): V {
  const stored = (one: WatchedValue): WatchedValue => {
    if (typeof one === 'object') return one.map(stored);
    return typeof one === 'string' ? shortHash(`${one} ${id}`, VALUE_HASH_LENGTH) : one;
  };
  return stored(value) as V;
}

/** Digits of the hash of an ID: 60 bits. The probability that any two of 100,000 passes collide is 4 in a billion. */
const ID_HASH_LENGTH = 10;
/** Digits of the hash of a value: 36 bits. The probability of missing a change is 1 in 69 billion. */
export const VALUE_HASH_LENGTH = 6;

/**
 * A fixed-length hash of an ID or value, so that the state does not contain it, and does not grow with its length.
 * @param length in digits of six bits each
 */
export function shortHash(text: string, length = ID_HASH_LENGTH): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length);
}

/**
 * Maximum length of a trigger's state, in characters of JSON (4 Mi): 150,000 passes with a flag, a date or one watched
 * field each, 144,000 with a yearly date, 69,000 with five watched fields. n8n writes the whole state to its database
 * and may copy it into saved executions; its limit for one request is 16 MiB.
 */
export const MAX_STATE_SIZE = 4 * 1024 * 1024;

/** @throws {ServiceError} `invalidInput` if the state is too large */
export function assertStateSize(state: unknown): void {
  const size = JSON.stringify(state).length;
  if (size <= MAX_STATE_SIZE) return;
  throw new ServiceError({
    kind: 'invalidInput',
    message: `This trigger would have to remember ${size} characters between polls, more than its limit of ${MAX_STATE_SIZE}`,
    fix: "Lower 'Look Back (Days)', watch fewer fields or fewer templates, or split them over several triggers. No events were emitted and none are lost.",
  });
}
