import type { Clock } from '../runtime/clock';
import { backoffMs } from './retryPolicy';

/**
 * Limits the rate of the requests of one connection. Unlimited until the service throttles one (429
 * or 503); from then on the rate is found as TCP finds its own: slow start, then CUBIC (RFC 9438).
 * See "Rate limiting" in docs/decisions.md.
 */
export interface RateLimiter {
  /**
   * Resolves when a request may be sent, one caller after the other. Every permit ends with
   * `onSuccess` or `onThrottle`.
   * @param mayWait called with ms before every wait, and with 0 before sending; what it throws ends the wait
   */
  acquire(mayWait: (ms: number) => void): Promise<Permit>;
  /** The service accepted the request. */
  onSuccess(permit: Permit): void;
  /**
   * The service was too busy for the request.
   * @param retryAfterMs how long it asks to send nothing, which holds for everybody; exponential
   *   backoff where it does not say
   */
  onThrottle(permit: Permit, retryAfterMs: number | undefined): void;
}

/** What was known when a request was sent. */
export interface Permit {
  /** How many throttles came before: requests refused together count once. */
  readonly epoch: number;
  /** Whether it was the first one of its epoch, after a wait. */
  readonly isFirst: boolean;
  /** Requests/s that it was held to; `undefined` if it came later anyway, which shows nothing. */
  readonly rate: number | undefined;
}

/** A throttle cuts the rate to this part of the last one that was accepted. */
const BETA = 0.9;
/** CUBIC's K: when the rate before the cut is reached again, in seconds' worth of requests at that rate. */
const K_SECONDS = 20;
/** Slow start: requests/s more for each accepted request, ... */
const SLOW_START_STEP = 4;
/** ... and the least it starts from, requests/s. */
const SLOW_START_RATE = 1;
const MAX_BACKOFF_MS = 10_000;
/** A request has left this process after a wait of this length, even where the process was busy. */
const LEAVING_MS = 1;

/** @param ports `sleep` may end early: the wait is then checked again */
export function createRateLimiter({
  monotonicMs: elapsed,
  sleep,
  random,
}: Pick<Clock, 'monotonicMs' | 'sleep' | 'random'>): RateLimiter {
  let rate = Infinity;
  /** The last rate at which a request was accepted, and the one before the last cut (none in slow start). */
  let acceptedRate = Infinity;
  let lastMaxRate: number | undefined;
  let epoch = 0;
  let sentInEpoch = 0;
  let acceptedInEpoch = 0;
  let throttlesInARow = 0;
  let firstSentAt: number | undefined;
  let intervalStart = -Infinity;
  let blockedUntil = -Infinity;
  let queue: Promise<unknown> = Promise.resolve();
  let queued = 0;
  let endWait = () => {};

  function acquire(mayWait: (ms: number) => void): Promise<Permit> {
    queued += 1;
    const permit = queue
      .then(() => wait(mayWait))
      .finally(() => {
        queued -= 1;
      });
    queue = permit.then(waitUntilLeft).catch(() => {});
    return permit;
  }

  async function wait(mayWait: (ms: number) => void): Promise<Permit> {
    let heldTo = rate === Infinity ? rate : undefined;
    for (;;) {
      const ms = Math.max(blockedUntil, intervalStart + intervalMs()) - elapsed();
      mayWait(Math.max(0, Math.round(ms)));
      if (ms <= 0) break;
      heldTo = rate;
      const ended = new Promise<void>((end) => {
        endWait = end;
      });
      await Promise.race([sleep(ms), ended]);
    }
    intervalStart = elapsed();
    firstSentAt ??= intervalStart;
    sentInEpoch += 1;
    return { epoch, isFirst: sentInEpoch === 1, rate: heldTo };
  }

  function intervalMs(): number {
    return 1000 / rate;
  }

  /** A busy process sends late: the interval starts when the request has left. */
  async function waitUntilLeft(): Promise<void> {
    if (queued === 0 || intervalMs() <= LEAVING_MS) return;
    await sleep(LEAVING_MS);
    intervalStart = elapsed() - LEAVING_MS;
  }

  function onSuccess(permit: Permit): void {
    if (permit.epoch !== epoch) return;
    throttlesInARow = 0;
    if (permit.rate === undefined) return;
    acceptedInEpoch += 1;
    if (!permit.isFirst) acceptedRate = permit.rate;
    if (lastMaxRate === undefined) slowStart();
    else rate = cubicRate(lastMaxRate);
  }

  /** The next request already waits, by a rate that is far too low. */
  function slowStart(): void {
    rate += SLOW_START_STEP;
    endWait();
  }

  /** Time is counted in accepted requests, so that a pause does not raise the rate. */
  function cubicRate(maxRate: number): number {
    const t = acceptedInEpoch / (K_SECONDS * maxRate) - 1;
    return maxRate * (1 + (1 - BETA) * t ** 3);
  }

  function onThrottle(permit: Permit, retryAfterMs: number | undefined): void {
    if (permit.epoch !== epoch) {
      block(retryAfterMs ?? 0);
      return;
    }
    throttlesInARow += 1;
    const backoff = Math.min(backoffMs(throttlesInARow, random()), MAX_BACKOFF_MS);
    block(retryAfterMs ?? backoff);
    if (rate === Infinity) rate = Math.max(SLOW_START_RATE, throughput());
    // Refused right after a wait, the service is down: that says nothing about the rate.
    else if (!permit.isFirst) cut();
    epoch += 1;
    sentInEpoch = 0;
    acceptedInEpoch = 0;
  }

  function cut(): void {
    lastMaxRate = Math.min(acceptedRate, rate);
    rate = lastMaxRate * BETA;
  }

  /** Accepted requests/s, the wait that now follows included. */
  function throughput(): number {
    return (acceptedInEpoch * 1000) / (blockedUntil - (firstSentAt ?? blockedUntil));
  }

  function block(ms: number): void {
    blockedUntil = Math.max(blockedUntil, elapsed() + ms);
  }

  return { acquire, onSuccess, onThrottle };
}
