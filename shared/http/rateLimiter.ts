import type { Clock } from '../runtime/clock';
import { backoffMs } from './retryPolicy';

/** State of the limiter when the request was sent. */
export interface Slot {
  /** Number of earlier throttles. Requests that were throttled together count as one. */
  readonly epoch: number;
  /**
   * Whether it is the first request of its epoch. After a throttle, that is the request that was sent after the wait.
   */
  readonly isProbe: boolean;
  /**
   * The rate that delayed the request, requests/s; `Infinity` before the first throttle. `undefined` if the limiter did
   * not delay it: then its success says nothing about the rate.
   */
  readonly rate: number | undefined;
}

/** A throttle cuts the rate to this fraction of the last accepted rate. */
const BETA = 0.9;
/** CUBIC's K: after this many seconds of accepted requests at the rate before the cut, that rate is reached again. */
const K_SECONDS = 20;
/** Slow start: increase per accepted request, requests/s. */
const SLOW_START_STEP = 4;
/** Slow start: lowest initial rate, requests/s. */
const SLOW_START_MIN_RATE = 1;
const MAX_BACKOFF_MS = 10_000;
/**
 * A timer of this length ends after the request has left the process. A timer of 1 ms may end while the request is
 * still connecting, and V8 collects garbage right after timers, so that the request leaves late.
 */
const SEND_MS = 2;
/**
 * The limiter cannot cancel a sleep, and a pending one keeps the process alive for minutes after the last request, so
 * it sleeps in short steps.
 */
export const MAX_SLEEP_MS = 1000;
/**
 * After this time without requests, the limiter may be dropped with its rate, because rate limits count the requests of
 * about a minute.
 */
const KEEP_RATE_MS = 60_000;

/**
 * Called for every waiting request whenever the limiter wakes, with the time until the next slot in ms, and with 0 if
 * one is free now. Throws if the request may not wait any longer.
 * @param isRequested whether the service has requested the wait
 */
type WaitCheck = (ms: number, isRequested: boolean) => void;

interface Waiter {
  assertWaitAllowed: WaitCheck;
  resolve: (slot: Slot) => void;
  reject: (reason: unknown) => void;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Limits the request rate of one account, whichever run sends the request. The rate is unlimited until the service
 * throttles a request (429 or 503). From then on, the limiter finds the rate as TCP does: slow start, then CUBIC (RFC
 * 9438). See docs/decisions.md#rate-limiting.
 * @param clock `sleep` may resolve too early; the remaining wait is then checked again
 */
export function createRateLimiter({ monotonicMs, sleep, random }: Omit<Clock, 'now'>) {
  // Current rate, requests/s.
  let rate = Infinity;
  /** Last rate at which a request was accepted. */
  let acceptedRate = Infinity;
  /** Rate before the last cut; `undefined` in slow start. */
  let lastMaxRate: number | undefined;
  /** Requests since the last throttle. */
  let current = { epoch: 0, sent: 0, accepted: 0 };
  /** Throttles in a row, with no accepted request in between. */
  let throttlesInARow = 0;
  /** When the very first request was sent. */
  let firstSentAt: number | undefined;
  let intervalStart = -Infinity;
  let blockedUntil = -Infinity;
  /** Whether the service requested the last wait, by `Retry-After`. */
  let isWaitRequested = false;
  // Requests that wait for a slot.
  const waiting: Waiter[] = [];
  let isGranting = false;
  let wakeUp = () => {};

  /**
   * Resolves when a request may be sent, first come, first served. Follow every slot by `onNotThrottled` or
   * `onThrottle`.
   * @param assertWaitAllowed rejects the request if it throws; then it no longer waits
   */
  function acquire(assertWaitAllowed: WaitCheck): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const waiter = { assertWaitAllowed, resolve, reject };
      waiting.push(waiter);
      if (isGranting) rejectUnlessAllowed(waiter);
      else void grantInOrder();
    });
  }

  /** Grants slots in order as long as requests wait. */
  async function grantInOrder(): Promise<void> {
    isGranting = true;
    /** The rate that delays the next slot. */
    let delayingRate: number | undefined;
    for (;;) {
      recheck();
      const [first] = waiting;
      if (!first) break;
      const ms = waitMs();
      if (ms > 0) {
        delayingRate = rate;
        const wokenUp = new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
        await Promise.race([sleep(Math.min(ms, MAX_SLEEP_MS)), wokenUp]);
        continue;
      }
      waiting.shift();
      intervalStart = monotonicMs();
      firstSentAt ??= intervalStart;
      current.sent += 1;
      const { epoch, sent } = current;
      const unlimited = rate === Infinity ? rate : undefined;
      first.resolve({ epoch, isProbe: sent === 1, rate: delayingRate ?? unlimited });
      delayingRate = undefined;
      await waitUntilSent();
    }
    isGranting = false;
  }

  /** Rejects requests that may not wait any longer, e.g. because their run was canceled. */
  function recheck(): void {
    for (const waiter of [...waiting]) rejectUnlessAllowed(waiter);
  }

  function rejectUnlessAllowed(waiter: Waiter): void {
    try {
      waiter.assertWaitAllowed(Math.max(0, Math.round(waitMs())), isWaitRequested);
    } catch (thrown) {
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.reject(thrown);
    }
  }

  /** Milliseconds until the next slot; negative if it is overdue. */
  function waitMs(): number {
    return Math.max(blockedUntil, intervalStart + intervalMs()) - monotonicMs();
  }

  function intervalMs(): number {
    return 1000 / rate;
  }

  /** A busy process sends late and ends timers late. Then the interval starts when the request has left. */
  async function waitUntilSent(): Promise<void> {
    if (waiting.length === 0 || intervalMs() <= SEND_MS) return;
    await sleep(SEND_MS);
    // Timers have a resolution of one millisecond.
    const tookMs = Math.round(monotonicMs() - intervalStart);
    if (tookMs > SEND_MS) intervalStart = monotonicMs();
  }

  /** Call it if the service did not throttle the request, even if the request failed otherwise. */
  function onNotThrottled(slot: Slot): void {
    if (slot.epoch !== current.epoch) return;
    throttlesInARow = 0;
    if (slot.rate === undefined) return;
    current.accepted += 1;
    if (!slot.isProbe) acceptedRate = slot.rate;
    if (lastMaxRate === undefined) slowStart();
    else rate = cubicRate(lastMaxRate);
  }

  /** Raises the rate; does nothing while it is unlimited. */
  function slowStart(): void {
    rate += SLOW_START_STEP;
    // The next request is already waiting, for too long at the new rate.
    wakeUp();
  }

  /** Time is counted in accepted requests, so that a pause does not raise the rate. */
  function cubicRate(maxRate: number): number {
    const t = current.accepted / (K_SECONDS * maxRate) - 1;
    return maxRate * (1 + (1 - BETA) * t ** 3);
  }

  /**
   * Call it if the service was too busy for the request.
   * @param retryAfterMs blocks all requests for this long; exponential backoff if `undefined`
   */
  function onThrottle(slot: Slot, retryAfterMs: number | undefined): void {
    isWaitRequested = retryAfterMs !== undefined;
    if (slot.epoch !== current.epoch) {
      block(retryAfterMs ?? 0);
      return;
    }
    throttlesInARow += 1;
    const backoff = Math.min(backoffMs(throttlesInARow, random()), MAX_BACKOFF_MS);
    block(retryAfterMs ?? backoff);
    if (rate === Infinity) rate = Math.max(SLOW_START_MIN_RATE, throughput());
    // A probe that is throttled means that the service is down, and the rate is not the reason.
    else if (!slot.isProbe) cutRate();
    current = { epoch: current.epoch + 1, sent: 0, accepted: 0 };
  }

  function cutRate(): void {
    lastMaxRate = Math.min(acceptedRate, rate);
    rate = lastMaxRate * BETA;
  }

  /** Accepted requests/s, including the wait that now follows. */
  function throughput(): number {
    return (current.accepted * 1000) / (blockedUntil - (firstSentAt ?? blockedUntil));
  }

  function block(ms: number): void {
    blockedUntil = Math.max(blockedUntil, monotonicMs() + ms);
  }

  /** Whether the limiter would still delay a request, or knows a rate that it used in the last minute. */
  function isLimiting(): boolean {
    const knownUntil = rate === Infinity ? -Infinity : intervalStart + KEEP_RATE_MS;
    return monotonicMs() < Math.max(blockedUntil, knownUntil);
  }

  return { acquire, onNotThrottled, onThrottle, recheck, isLimiting };
}
