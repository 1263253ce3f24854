import { shortHash } from './shortHash';

/**
 * The state of a trigger for new entries (passes, templates): the newest creation time, and which
 * recent entries were already seen, because an entry can be listed late.
 *
 * Bounded: `seen` holds only the entries created in the five minutes before the newest one, those
 * dated ahead of the clock, and, while a poll catches up, those since it stopped. The caller
 * checks the size with {@link import('./stateSize').assertStateSize}.
 */
export interface SeenWindow {
  /** Newest creation time seen, epoch ms of the service's clock; 0 before the first entry. */
  newestAt: number;
  /** Epoch ms. An entry created at or after it is new unless it is in `seen`. */
  since: number;
  /** Entries created at or after `since`: creation time (epoch ms) by hash of the ID. */
  seen: Record<string, number>;
}

/** A pass or template in a list sorted by creation time. */
export interface Entry {
  id: string;
  /** Epoch ms. */
  created: number;
}

/** How long after its creation an entry can appear in the list without being missed. */
const MAX_LISTING_DELAY_MS = 5 * 60_000;

/**
 * How far back the next poll reads so that it finds entries that were listed late.
 * @param newestAt creation time of the newest entry, epoch ms
 * @param now epoch ms. An entry dated ahead of the clock must not hide the ones before it.
 * @returns epoch ms
 */
export function overlapStart(newestAt: number, now: number): number {
  return Math.min(newestAt, now) - MAX_LISTING_DELAY_MS;
}

/** The entries that are new since `window`. */
export function unseenEntries<T extends Entry>(window: SeenWindow, entries: readonly T[]): T[] {
  return entries.filter(
    ({ created, id }) => created >= window.since && !Object.hasOwn(window.seen, shortHash(id)),
  );
}

/**
 * The window after the newest entries were read. Seen entries stay in it even if the list omits them
 * once.
 * @param entries everything created at or after `window.since`, or after `readFrom` if that is later
 * @param now epoch ms
 * @param readFrom epoch ms; set if the poll stopped early
 */
export function advanceWindow(
  window: SeenWindow | undefined,
  entries: readonly Entry[],
  now: number,
  readFrom = -Infinity,
): SeenWindow {
  const newestAt = entries.reduce(
    (newest, { created }) => Math.max(newest, created),
    window?.newestAt ?? 0,
  );
  const since = Math.max(overlapStart(newestAt, now), readFrom, window?.since ?? -Infinity);
  return { newestAt, since, seen: seenSince(since, window, entries) };
}

/**
 * The window after a later poll read older entries that an earlier poll had left.
 * @param now epoch ms
 * @param readFrom epoch ms; all entries created at or after it have been read
 */
export function extendWindow(
  window: SeenWindow,
  entries: readonly Entry[],
  now: number,
  readFrom: number,
): SeenWindow {
  const { newestAt } = window;
  const since = Math.min(window.since, Math.max(overlapStart(newestAt, now), readFrom));
  return { newestAt, since, seen: seenSince(since, window, entries) };
}

function seenSince(
  since: number,
  window: SeenWindow | undefined,
  entries: readonly Entry[],
): Record<string, number> {
  const read = entries.map(({ id, created }) => [shortHash(id), created] as const);
  const all = [...Object.entries(window?.seen ?? {}), ...read];
  return Object.fromEntries(all.filter(([, created]) => created >= since));
}
