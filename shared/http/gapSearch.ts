/**
 * Finds the shortest gap between two requests that a service takes, by what it takes and refuses. The
 * gap shrinks while requests are taken, and grows when one is refused: the less, the longer it had worked.
 */
export interface GapSearch {
  /** Ms from one request to the next; 0 as long as none was refused. */
  gapMs(): number;
  /** A request goes out. */
  sent(): void;
  /** The service has taken one that went out after the last refusal. */
  taken(): void;
  /**
   * It was too busy for one of them.
   * @param askedMs how long it asks to send nothing
   */
  refused(askedMs: number | undefined): void;
}

/** After the first refusal, unless requests were seen to be taken in shorter ones. */
const FIRST_GAP_MS = 50;
const LONGEST_GAP_MS = 10_000;
/** Shorter gaps are none: timers are not finer. */
const SHORTEST_GAP_MS = 1;
/** A gap is shortened by this factor a request; a long one quickly, for an outage may be over. */
const SHORTEN = 0.97;
const SHORTEN_LONG = 0.8;
const LONG_GAP_MS = 1000;
/** A gap that worked for a while grows by 4 / requests taken, within these bounds, ... */
const GROW_LEAST = 0.02;
const GROW_MOST = 0.08;
/** ... and by what timers and the network are inexact, ms. */
const INEXACT_MS = 0.3;
/** Trying a shorter gap may cost the wait after a refusal; that is worth it after so many of them. */
const QUIET_WAITS = 40;
/** A refusal after so many of them is a stray: a pause at either end, and no reason to slow down. */
const STRAY_WAITS = 10;

/** @param now a clock, ms */
export function createGapSearch(now: () => number): GapSearch {
  let gapMs = 0;
  /** The gap does not shrink below this: a shorter one was refused. */
  let leastGapMs = 0;
  /** Of the last refusal: when, what it cost to wait, and whether the gap before it worked. */
  let refusedAt: number | undefined;
  let waitMs = 0;
  let worked = false;
  /** Requests taken since then; before any refusal, since the first was sent. */
  let taken = 0;
  let triedShorterAt = 0;

  function refused(askedMs: number | undefined): void {
    waitMs = askedMs ?? (gapMs || SHORTEST_GAP_MS);
    if (taken <= 1 && !worked) startFromAbove();
    else if (gapMs === 0 || now() - (refusedAt ?? 0) < STRAY_WAITS * waitMs) grow();
    worked = taken > 1;
    taken = 0;
    refusedAt = now();
  }

  /** The gap is far too short: somewhere between it and what the service has taken so far. */
  function startFromAbove(): void {
    leastGapMs = gapMs;
    const between = Math.sqrt((gapMs || SHORTEST_GAP_MS) * Math.max(takenEveryMs(), waitMs));
    gapMs = Math.min(Math.max(FIRST_GAP_MS, gapMs * 2, between), LONGEST_GAP_MS);
    triedShorterAt = now();
  }

  function grow(): void {
    const refusedGapMs = gapMs || Math.min(FIRST_GAP_MS, takenEveryMs());
    const grown = 1 + Math.min(GROW_MOST, Math.max(GROW_LEAST, 4 / taken));
    const least = refusedGapMs * (1 + GROW_LEAST);
    const most = Math.min(refusedGapMs * grown + INEXACT_MS, takenEveryMs());
    gapMs = leastGapMs = Math.min(Math.max(least, most), LONGEST_GAP_MS);
    triedShorterAt = now();
  }

  /** Ms from one taken request to the next; waits count, so less may do. */
  function takenEveryMs(): number {
    return Math.max(1, now() - (refusedAt ?? now())) / Math.max(1, taken);
  }

  function shrink(): void {
    if (now() - triedShorterAt > QUIET_WAITS * waitMs) {
      leastGapMs *= SHORTEN;
      triedShorterAt = now();
    }
    const shorter = Math.max(gapMs * (gapMs > LONG_GAP_MS ? SHORTEN_LONG : SHORTEN), leastGapMs);
    gapMs = shorter < SHORTEST_GAP_MS ? 0 : Math.min(gapMs, shorter);
  }

  return {
    gapMs: () => gapMs,
    sent: () => {
      refusedAt ??= now();
    },
    taken: () => {
      taken += 1;
      if (gapMs > 0) shrink();
    },
    refused,
  };
}
