import { ID_DIGITS, hash } from './hash';

/**
 * What is remembered of a stream of moments (passes by `created`, changes by `updated`): the newest
 * one, and what was seen shortly before it, because something may show up late.
 */
export interface Window {
  /** The newest moment seen, epoch ms; the service's clock, never ours. 0 before there is any. */
  mark: number;
  /** Everything at or after this moment that is not in `seen` is new. */
  since: number;
  /** Hashes of what was seen at or after `since`, each {@link ID_DIGITS} long, one after the other. */
  seen: string;
}

/** One entry of a stream: when, and what makes it one of its own. */
export interface Moment {
  at: number;
  key: string;
}

/** Something may show up this much later than its moment says. */
export const LATE_BY = 5 * 60_000;

/**
 * Most entries remembered: 40,000 characters. Where more happens within five minutes (an import),
 * what shows up late is told apart only as far back as these reach.
 */
const MOST_SEEN = 5000;

/** The entries that the window has not seen. */
export function unseen<T extends Moment>(window: Window, entries: readonly T[]): T[] {
  const seen = seenKeys(window);
  return entries.filter(({ at, key }) => at >= window.since && !seen.has(hash(key)));
}

/**
 * The window after `entries` were read.
 * @param entries everything at or after `window.since`, or after `readFrom` where that is later
 */
export function advanced(
  window: Window | undefined,
  entries: readonly Moment[],
  readFrom = -Infinity,
): Window {
  const mark = entries.reduce((newest, { at }) => Math.max(newest, at), window?.mark ?? 0);
  const since = Math.max(mark - LATE_BY, readFrom, window?.since ?? -Infinity);
  return remembering(mark, entries, since);
}

/** The window after older entries were read later; its mark stays. @param readFrom how far back */
export function extended(window: Window, entries: readonly Moment[], readFrom: number): Window {
  const since = Math.max(window.mark - LATE_BY, readFrom);
  const more = remembering(window.mark, entries, since);
  return {
    mark: window.mark,
    since: Math.max(Math.min(since, window.since), more.since === since ? -Infinity : more.since),
    seen: window.seen + more.seen,
  };
}

function remembering(mark: number, entries: readonly Moment[], since: number): Window {
  const recent = entries.filter(({ at }) => at >= since).sort((a, b) => b.at - a.at);
  const tooOld = recent[MOST_SEEN]?.at;
  const from = tooOld === undefined ? since : tooOld + 1;
  const kept = recent.filter(({ at }) => at >= from);
  return { mark, since: from, seen: kept.map(({ key }) => hash(key)).join('') };
}

function seenKeys({ seen }: Window): Set<string> {
  const keys = new Set<string>();
  for (let i = 0; i < seen.length; i += ID_DIGITS) keys.add(seen.slice(i, i + ID_DIGITS));
  return keys;
}
