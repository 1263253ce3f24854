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
   * @param wasFirst whether that was the first one after the wait for the last refusal
   * @returns ms to send nothing
   */
  refused(askedMs: number | undefined, wasFirst: boolean): number;
}

/** After the first refusal, unless requests were seen to be taken in shorter ones. */
const FIRST_GAP_MS = 50;
const LONGEST_GAP_MS = 10_000;
/** Where the service does not say for how long. */
const LONGEST_WAIT_MS = 10_000;
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
/** Trying a shorter gap may cost the wait after a refusal; that is worth it after so many of them ... */
const QUIET_WAITS = 80;
/** ... and ms. */
const QUIET_MS = 3000;
/** Every time it goes well, the next try comes sooner and is shorter still: the limit was lifted. */
const BOLDER = 2;
/** At a gap that has worked for so many waits and ms, a refusal is a stray: a pause at either end. */
const STRAY_WAITS = 10;
const STRAY_MS = 500;

/** @param elapsed a clock, ms */
export function createGapSearch(elapsed: () => number): GapSearch {
  let gapMs = 0;
  /** The gap does not shrink below this: a shorter one was refused. */
  let leastGapMs = 0;
  /** Of the last refusal: when, what it cost to wait, and whether the gap before it worked. */
  let refusedAt: number | undefined;
  let waitMs = 0;
  let worked = false;
  /** What it cost to wait the last time, while the service has taken nothing since. */
  let downMs = 0;
  /** Requests taken since then; before any refusal, since the first was sent. */
  let taken = 0;
  let triedShorterAt = 0;
  let boldness = 1;
  /** Of a shorter gap that is tried: the one before, which worked. */
  let provenGapMs: number | undefined;

  function refused(askedMs: number | undefined, wasFirst: boolean): number {
    // Nothing was sent before it for long enough: this is no matter of gaps, the service is down.
    if (wasFirst && waitMs > 0) {
      refusedAt = elapsed();
      downMs = Math.min(2 * (downMs || waitMs), LONGEST_WAIT_MS);
      return askedMs ?? downMs;
    }
    // Without being asked, the gap is waited: until here the one that was refused, then the new one.
    waitMs = askedMs ?? (gapMs || SHORTEST_GAP_MS);
    if (provenGapMs !== undefined) goBackTo(provenGapMs);
    else if (taken <= 1 && !worked) startFromAbove();
    else if (!isStray()) grow();
    worked = taken > 1;
    taken = 0;
    refusedAt = elapsed();
    waitMs = askedMs ?? gapMs;
    return waitMs;
  }

  function goBackTo(longerMs: number): void {
    provenGapMs = undefined;
    boldness = 1;
    settleAt(longerMs);
  }

  function settleAt(ms: number, leastMs = ms): void {
    gapMs = ms;
    leastGapMs = leastMs;
    triedShorterAt = elapsed();
  }

  /** The gap is far too short: somewhere between it and what the service has taken so far. */
  function startFromAbove(): void {
    const between = Math.sqrt((gapMs || SHORTEST_GAP_MS) * Math.max(takenEveryMs(), waitMs));
    settleAt(Math.min(Math.max(FIRST_GAP_MS, gapMs * 2, between), LONGEST_GAP_MS), gapMs);
  }

  function isStray(): boolean {
    const settled = gapMs > 0 && gapMs <= leastGapMs;
    const workedMs = elapsed() - (refusedAt ?? 0);
    return settled && workedMs > Math.max(STRAY_WAITS * waitMs, STRAY_MS);
  }

  function grow(): void {
    const refusedGapMs = gapMs || Math.min(FIRST_GAP_MS, takenEveryMs());
    const grown = 1 + Math.min(GROW_MOST, Math.max(GROW_LEAST, 4 / taken));
    const least = refusedGapMs * (1 + GROW_LEAST);
    const most = Math.min(refusedGapMs * grown + INEXACT_MS, takenEveryMs());
    settleAt(Math.min(Math.max(least, most), LONGEST_GAP_MS));
  }

  /** Ms from one taken request to the next; waits count, so less may do. */
  function takenEveryMs(): number {
    return Math.max(1, elapsed() - (refusedAt ?? elapsed())) / Math.max(1, taken);
  }

  function shrink(): void {
    const quietMs = Math.max(QUIET_WAITS * waitMs, QUIET_MS) / boldness;
    if (elapsed() - triedShorterAt > quietMs) {
      provenGapMs = gapMs;
      leastGapMs *= SHORTEN ** boldness;
      boldness *= BOLDER;
      triedShorterAt = elapsed();
    }
    const shorter = Math.max(gapMs * (gapMs > LONG_GAP_MS ? SHORTEN_LONG : SHORTEN), leastGapMs);
    gapMs = shorter < SHORTEST_GAP_MS ? 0 : Math.min(gapMs, shorter);
  }

  return {
    gapMs: () => gapMs,
    sent: () => {
      refusedAt ??= elapsed();
    },
    taken: () => {
      taken += 1;
      downMs = 0;
      if (gapMs > 0) shrink();
    },
    refused,
  };
}
