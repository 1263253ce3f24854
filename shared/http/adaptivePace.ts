import type { Ports } from '../ports';

/**
 * How fast requests of one connection may follow each other. Unlimited until the service says that
 * it was too fast; from then on requests are spread evenly in time, since a service counts what
 * comes at the same moment against each other. The gap between two shrinks while requests are
 * taken, and grows when one is refused: the less, the longer it had worked.
 */
export interface AdaptivePace {
  /**
   * Resolves when a request may be sent, one caller after the other. Every turn ends with `accepted`
   * or `throttled`.
   * @param mayWait asked before every wait, and with 0 before sending; what it throws ends the turn
   */
  turn(mayWait: (ms: number) => void): Promise<Turn>;
  /** The service has taken the request. */
  accepted(turn: Turn): void;
  /**
   * The service was too busy for it.
   * @param askedMs how long it asks to send nothing, which then holds for everybody
   */
  throttled(turn: Turn, askedMs: number | undefined): void;
}

/** What was known when a request went out: several refused together say one thing, once. */
export interface Turn {
  readonly epoch: number;
  readonly sentAt: number;
}

/**
 * Answers that come at the same moment would let the next requests out together, too, which then
 * wait for each other at both ends, and so on. Requests side by side begin at least this part of an
 * even spread apart: enough to come apart, and no wait for those that are.
 */
const SPREAD = 0.5;
/** An even spread is known from the shortest time an answer took; a longer one counts only slowly. */
const LONGER_ANSWERS = 1.1;

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
/**
 * A request may leave later than it was let out, while this process does something else; the next
 * would then be too close to it. A short wait that takes longer shows that, ms.
 */
const LOOK_MS = 3;
/** Trying a shorter gap may cost the wait after a refusal; that is worth it after so many of them. */
const QUIET_WAITS = 40;
/** A refusal after so many of them is a stray: a pause at either end, and no reason to slow down. */
const STRAY_WAITS = 10;

/**
 * @param ports clock; its `sleep` may end early, the wait is then looked at again
 */
export function createAdaptivePace({ now, sleep }: Pick<Ports, 'now' | 'sleep'>): AdaptivePace {
  let epoch = 0;
  let gapMs = 0;
  /** The gap does not shrink below this: a shorter one was refused. */
  let leastGapMs = 0;
  /** Requests sent and not answered yet. */
  let underWay = 0;
  let answerMs = 0;
  let sentAt = -Infinity;
  let heldUntil = -Infinity;
  let lastTurn: Promise<unknown> = Promise.resolve();
  /** Of the last refusal: when, what it cost to wait, and whether the gap before it worked. */
  let refusedAt: number | undefined;
  let waitMs = 0;
  let worked = false;
  /** Requests taken since then. */
  let taken = 0;
  let triedShorterAt = 0;

  function turn(mayWait: (ms: number) => void): Promise<Turn> {
    const mine = lastTurn.then(() => wait(mayWait));
    lastTurn = mine.catch(() => {});
    return mine;
  }

  async function wait(mayWait: (ms: number) => void): Promise<Turn> {
    for (;;) {
      const ms = Math.round(Math.max(heldUntil, sentAt + apartMs()) - now());
      mayWait(Math.max(0, ms));
      if (ms <= 0) break;
      if (underWay > 0 && ms > LOOK_MS && now() - sentAt < 1) await lookHowLateItLeft();
      else await sleep(ms);
    }
    // The gap counts from the sending itself: a timer that came late is not made up for.
    sentAt = now();
    underWay += 1;
    // Before any refusal, what was taken is counted from the first that was sent.
    refusedAt ??= sentAt;
    return { epoch, sentAt };
  }

  function apartMs(): number {
    if (underWay === 0) return gapMs;
    return Math.max(gapMs, (answerMs / (underWay + 1)) * SPREAD);
  }

  async function lookHowLateItLeft(): Promise<void> {
    await sleep(LOOK_MS);
    // A timer is a millisecond late as a rule.
    sentAt = Math.max(sentAt, now() - LOOK_MS - 1);
  }

  function throttled(turn: Turn, askedMs: number | undefined): void {
    underWay -= 1;
    if (askedMs !== undefined) heldUntil = Math.max(heldUntil, now() + askedMs);
    if (turn.epoch !== epoch) return;
    epoch += 1;
    waitMs = askedMs ?? (gapMs || SHORTEST_GAP_MS);
    if (taken <= 1 && !worked) {
      // Far too short: somewhere between this gap and what the service has taken so far.
      leastGapMs = gapMs;
      const between = Math.sqrt((gapMs || SHORTEST_GAP_MS) * Math.max(takenEveryMs(), waitMs));
      gapMs = Math.max(FIRST_GAP_MS, gapMs * 2, between);
      triedShorterAt = now();
    } else if (gapMs === 0 || now() - (refusedAt ?? 0) < STRAY_WAITS * waitMs) {
      const refusedGapMs = gapMs || Math.min(FIRST_GAP_MS, takenEveryMs());
      const grown = 1 + Math.min(GROW_MOST, Math.max(GROW_LEAST, 4 / taken));
      const least = refusedGapMs * (1 + GROW_LEAST);
      gapMs = Math.max(least, Math.min(refusedGapMs * grown + INEXACT_MS, takenEveryMs()));
      leastGapMs = gapMs;
      triedShorterAt = now();
    }
    gapMs = Math.min(gapMs, LONGEST_GAP_MS);
    if (askedMs === undefined) heldUntil = Math.max(heldUntil, now() + gapMs);
    worked = taken > 1;
    taken = 0;
    refusedAt = now();
  }

  /** Ms from one taken request to the next since the last refusal; waits count, so less may do. */
  function takenEveryMs(): number {
    return Math.max(1, now() - (refusedAt ?? now())) / Math.max(1, taken);
  }

  function accepted(turn: Turn): void {
    underWay -= 1;
    const tookMs = now() - turn.sentAt;
    answerMs = Math.min(tookMs, answerMs === 0 ? tookMs : answerMs * LONGER_ANSWERS);
    if (turn.epoch !== epoch) return;
    taken += 1;
    if (gapMs === 0) return;
    if (now() - triedShorterAt > QUIET_WAITS * waitMs) {
      leastGapMs *= SHORTEN;
      triedShorterAt = now();
    }
    const shorter = Math.max(gapMs * (gapMs > LONG_GAP_MS ? SHORTEN_LONG : SHORTEN), leastGapMs);
    gapMs = shorter < SHORTEST_GAP_MS ? 0 : Math.min(gapMs, shorter);
  }

  return { turn, accepted, throttled };
}
