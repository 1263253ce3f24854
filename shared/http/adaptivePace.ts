import type { Ports } from '../ports';
import { createGapSearch } from './gapSearch';
import { createLateLeaving } from './lateLeaving';

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
  /** Whether it was the first one that went out then. */
  readonly first: boolean;
  readonly sentAt: number;
}

/**
 * Answers that come at the same moment would let the next requests out together, too, which then
 * wait for each other at both ends, and so on. Requests side by side begin at least this part of an
 * even spread apart: enough to come apart, and no wait for those that are. Further apart costs more
 * processor time: each request then wakes this process up by itself.
 */
const SPREAD = 0.3;
/** An even spread is known from the shortest time an answer took; a longer one counts only slowly. */
const LONGER_ANSWERS = 1.1;

/** Waits shorter than this are none: timers are less exact. */
const INEXACT_MS = 0.3;

/** Shorter gaps would be longer for looking when a request left. */
const LEAST_LOOKED_AT_MS = 4;

/**
 * @param ports clock; its `sleep` may end early, the wait is then looked at again
 */
export function createAdaptivePace({
  elapsed,
  sleep,
}: Pick<Ports, 'elapsed' | 'sleep'>): AdaptivePace {
  const search = createGapSearch(elapsed);
  const lateLeavingMs = createLateLeaving({ elapsed, sleep });
  let epoch = 0;
  let sentInEpoch = 0;
  /** Requests sent and not answered yet, and the time answers take. */
  let underWay = 0;
  let answerMs = 0;
  let sentAt = -Infinity;
  let heldUntil = -Infinity;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function turn(mayWait: (ms: number) => void): Promise<Turn> {
    waiting += 1;
    const mine = lastTurn
      .then(() => wait(mayWait))
      .finally(() => {
        waiting -= 1;
      });
    lastTurn = mine.then(seeItLeave).catch(() => {});
    return mine;
  }

  async function wait(mayWait: (ms: number) => void): Promise<Turn> {
    for (;;) {
      const askedMs = Math.max(heldUntil, sentAt + search.gapMs()) - elapsed();
      mayWait(Math.max(0, Math.round(askedMs)));
      const ms = Math.max(askedMs, sentAt + spreadMs() - elapsed());
      if (ms <= INEXACT_MS) break;
      // Timers know whole milliseconds only.
      await sleep(Math.max(1, Math.floor(ms)));
    }
    // The gap counts from the sending itself: a timer that came late is not made up for.
    sentAt = elapsed();
    underWay += 1;
    search.sent();
    sentInEpoch += 1;
    return { epoch, first: sentInEpoch === 1, sentAt };
  }

  function spreadMs(): number {
    return underWay === 0 ? 0 : (answerMs / (underWay + 1)) * SPREAD;
  }

  /** Counts the gap to the next request from when this one left. */
  async function seeItLeave(): Promise<void> {
    if (waiting === 0 || search.gapMs() < LEAST_LOOKED_AT_MS) return;
    sentAt += await lateLeavingMs();
  }

  function throttled(turn: Turn, askedMs: number | undefined): void {
    underWay -= 1;
    if (askedMs !== undefined) hold(askedMs);
    if (turn.epoch !== epoch) return;
    epoch += 1;
    sentInEpoch = 0;
    hold(search.refused(askedMs, turn.first));
  }

  function hold(ms: number): void {
    heldUntil = Math.max(heldUntil, elapsed() + ms);
  }

  function accepted(turn: Turn): void {
    underWay -= 1;
    const tookMs = elapsed() - turn.sentAt;
    answerMs = Math.min(tookMs, answerMs === 0 ? tookMs : answerMs * LONGER_ANSWERS);
    if (turn.epoch === epoch) search.taken();
  }

  return { turn, accepted, throttled };
}
