import { hash } from './hash';

/**
 * What is remembered of a stream of entries (passes, templates) by their `created`: the newest
 * moment, and what was seen shortly before it, because an entry may show up late.
 */
export interface SeenWindow {
  /** The newest moment seen, epoch ms, by the service's clock; 0 before there is any. */
  newestAt: number;
  /** Everything at or after this moment that is not in `seen` is new. */
  since: number;
  /** What was seen at or after `since`: its moment by the hash of its ID. */
  seen: Record<string, number>;
}

/** One entry of a stream. */
export interface Entry {
  id: string;
  /** Epoch ms. */
  at: number;
}

/** An entry may show up this much later than its moment says. */
export const LATE_BY = 5 * 60_000;

/**
 * From when on entries must be seen again, where `newestAt` is the newest one. A moment ahead of our
 * clock is an oddity of the service: it must not hide what comes before it.
 */
export function lateSince(newestAt: number, now: number): number {
  return Math.min(newestAt, now) - LATE_BY;
}

/** The entries that the window has not seen. */
export function unseen<T extends Entry>(window: SeenWindow, entries: readonly T[]): T[] {
  return entries.filter(
    ({ at, id }) => at >= window.since && !Object.hasOwn(window.seen, hash(id)),
  );
}

/**
 * The window after `entries` were read. What it has seen stays seen, also where the list is answered
 * short for once.
 * @param entries everything at or after `window.since`, or after `readFrom` where that is later
 * @param now epoch ms
 */
export function advanced(
  window: SeenWindow | undefined,
  entries: readonly Entry[],
  now: number,
  readFrom = -Infinity,
): SeenWindow {
  const newestAt = entries.reduce((newest, { at }) => Math.max(newest, at), window?.newestAt ?? 0);
  const since = Math.max(lateSince(newestAt, now), readFrom, window?.since ?? -Infinity);
  return { newestAt, since, seen: seenSince(since, window, entries) };
}

/** The window after older entries were read later. @param readFrom how far back */
export function extended(
  window: SeenWindow,
  entries: readonly Entry[],
  now: number,
  readFrom: number,
): SeenWindow {
  const { newestAt } = window;
  const since = Math.min(window.since, Math.max(lateSince(newestAt, now), readFrom));
  return { newestAt, since, seen: seenSince(since, window, entries) };
}

function seenSince(
  since: number,
  window: SeenWindow | undefined,
  entries: readonly Entry[],
): Record<string, number> {
  const read = entries.map(({ id, at }) => [hash(id), at] as const);
  const all = [...Object.entries(window?.seen ?? {}), ...read];
  return Object.fromEntries(all.filter(([, at]) => at >= since));
}
