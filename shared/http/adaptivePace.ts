import type { Ports } from '../ports';

/**
 * How fast requests of one connection may follow each other. Unlimited until the service says that
 * it was too fast; from then on requests are spread evenly in time, since a service counts what
 * comes at the same moment against each other. The gap between two doubles or grows by a step when
 * it proves too short, and shrinks while requests are taken: fast at first, and hardly any more
 * below the gap that proved too short before.
 */
export interface AdaptivePace {
  /** Resolves when a request may be sent. */
  turn(): Promise<Turn>;
  /** The service has taken the request. */
  accepted(turn: Turn): void;
  /** The service was too busy for it. */
  throttled(turn: Turn): void;
}

/** What was known when a request went out: several refused together say one thing, once. */
export interface Turn {
  readonly epoch: number;
}

const FIRST_GAP_MS = 50;
const LONGEST_GAP_MS = 10_000;
/** A gap this short is none: timers are not finer. */
const SHORTEST_GAP_MS = 1;
/** One step of the gap, and where it stays away from the gap that was too short. */
const STEP = 0.9;
const SAFE_DISTANCE = 1.1;
/** Requests taken in a row before the gap that was too short is tried again. */
const PROBE_AFTER = 1000;

export function createAdaptivePace(ports: Ports): AdaptivePace {
  let epoch = 0;
  let gapMs = 0;
  let tooShortMs = 0;
  /** Requests taken since the last one that was refused. */
  let streak = 0;
  let nextAt = -Infinity;

  async function turn(): Promise<Turn> {
    for (;;) {
      const reservedIn = epoch;
      const at = Math.max(ports.now(), nextAt);
      nextAt = at + gapMs;
      if (at > ports.now()) await ports.sleep(at - ports.now());
      // A place from before the last refusal was given at a pace that is not valid any more.
      if (reservedIn === epoch) return { epoch };
    }
  }

  function throttled(turn: Turn): void {
    if (turn.epoch !== epoch) return;
    epoch += 1;
    const doubled = gapMs === 0 ? FIRST_GAP_MS : gapMs * 2;
    // Refused after some were taken: this gap is just too short. Else it is far too short.
    tooShortMs = gapMs;
    gapMs = Math.min(LONGEST_GAP_MS, streak > 1 && gapMs > 0 ? gapMs / STEP : doubled);
    streak = 0;
    nextAt = ports.now();
  }

  function accepted(turn: Turn): void {
    if (turn.epoch !== epoch || gapMs === 0) return;
    streak += 1;
    if (streak >= PROBE_AFTER) tooShortMs = 0;
    const shorter = Math.max(gapMs * STEP, tooShortMs * SAFE_DISTANCE);
    gapMs = shorter < SHORTEST_GAP_MS ? 0 : Math.min(gapMs, shorter);
  }

  return { turn, accepted, throttled };
}
