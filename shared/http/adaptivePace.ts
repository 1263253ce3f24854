import type { Ports } from '../ports';
import { createGapSearch } from './gapSearch';

/**
 * How fast requests of one connection may follow each other. Unlimited until the service says that
 * it was too fast; from then on requests are spread evenly in time, since a service counts what
 * comes at the same moment against each other. How far apart is found out by `gapSearch.ts`.
 */
export interface AdaptivePace {
  /**
   * Resolves when a request may be sent, one caller after the other. Every turn ends with `accepted`
   * or `throttled`.
   * @param mayWait asked before every wait that the service has caused, and with 0 before any other and
   *   before sending; what it throws ends the turn
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

/**
 * A request may leave later than it was let out, while this process does something else; the next
 * would then be too close to it. A short wait that takes longer shows that, ms.
 */
const LOOK_MS = 3;

/**
 * @param ports clock; its `sleep` may end early, the wait is then looked at again
 */
export function createAdaptivePace({ now, sleep }: Pick<Ports, 'now' | 'sleep'>): AdaptivePace {
  const search = createGapSearch(now);
  let epoch = 0;
  /** Requests sent and not answered yet, and the time answers take. */
  let underWay = 0;
  let answerMs = 0;
  let sentAt = -Infinity;
  let heldUntil = -Infinity;
  let lastTurn: Promise<unknown> = Promise.resolve();

  function turn(mayWait: (ms: number) => void): Promise<Turn> {
    const mine = lastTurn.then(() => wait(mayWait));
    lastTurn = mine.catch(() => {});
    return mine;
  }

  async function wait(mayWait: (ms: number) => void): Promise<Turn> {
    for (;;) {
      const askedMs = Math.round(Math.max(heldUntil, sentAt + search.gapMs()) - now());
      mayWait(Math.max(0, askedMs));
      const ms = Math.max(askedMs, Math.round(sentAt + spreadMs() - now()));
      if (ms <= 0) break;
      if (underWay > 0 && ms > LOOK_MS && now() - sentAt < 1) await lookHowLateItLeft();
      else await sleep(ms);
    }
    // The gap counts from the sending itself: a timer that came late is not made up for.
    sentAt = now();
    underWay += 1;
    search.sent();
    return { epoch, sentAt };
  }

  function spreadMs(): number {
    return underWay === 0 ? 0 : (answerMs / (underWay + 1)) * SPREAD;
  }

  async function lookHowLateItLeft(): Promise<void> {
    await sleep(LOOK_MS);
    // A timer is a millisecond late as a rule.
    sentAt = Math.max(sentAt, now() - LOOK_MS - 1);
  }

  function throttled(turn: Turn, askedMs: number | undefined): void {
    underWay -= 1;
    if (askedMs !== undefined) hold(askedMs);
    if (turn.epoch !== epoch) return;
    epoch += 1;
    search.refused(askedMs);
    if (askedMs === undefined) hold(search.gapMs());
  }

  function hold(ms: number): void {
    heldUntil = Math.max(heldUntil, now() + ms);
  }

  function accepted(turn: Turn): void {
    underWay -= 1;
    const tookMs = now() - turn.sentAt;
    answerMs = Math.min(tookMs, answerMs === 0 ? tookMs : answerMs * LONGER_ANSWERS);
    if (turn.epoch === epoch) search.taken();
  }

  return { turn, accepted, throttled };
}
