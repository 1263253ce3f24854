import type { Clock } from '../runtime/clock';
import { backoffMs } from './retryPolicy';

/** State of the limiter when the request was sent. */
export interface Slot {
  /** Number of earlier throttles; requests throttled together count once. */
  readonly epoch: number;
  /** Whether it is the first one of its epoch: after a throttle, it was sent after the wait. */
  readonly isProbe: boolean;
  /** Requests/s at which it was sent, `Infinity` while unlimited; `undefined` if nothing delayed it: it proves nothing. */
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
 * A timer of this length ends after the request has left the process. One of 1 ms may end while the
 * request is still connecting, and V8 collects garbage right after timers: the request then leaves late.
 */
const SEND_MS = 2;
/** A sleep can't be ended early: a short one keeps nothing for minutes after the last request. */
export const MAX_SLEEP_MS = 1000;
/** Without requests for so long, the rate says little: rate limits count the requests of about a minute. */
const RATE_LIFETIME_MS = 60_000;

/**
 * Called with ms before every wait, and with 0 before the slot. Throws if the wait is too long.
 * @param isRequested whether the service has asked for the wait
 */
type WaitCheck = (ms: number, isRequested: boolean) => void;

interface Waiter {
  assertWaitAllowed: WaitCheck;
  resolve: (slot: Slot) => void;
  reject: (reason: unknown) => void;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Limits the request rate of one account, whichever run sends the request. Unlimited until the service throttles one
 * (429 or 503); from then on it finds the rate as TCP does: slow start, then CUBIC (RFC 9438).
 * See docs/decisions.md#rate-limiting.
 * @param clock `sleep` may end early; the remaining wait is then checked again
 */
export function createRateLimiter({ monotonicMs, sleep, random }: Omit<Clock, 'now'>) {
  // The rate, requests/s.
  let rate = Infinity;
  /** Last rate at which a request was accepted. */
  let acceptedRate = Infinity;
  /** Rate before the last cut; `undefined` in slow start. */
  let lastMaxRate: number | undefined;
  /** Requests since the last throttle. */
  let current = { epoch: 0, sent: 0, accepted: 0 };
  /** Without a request that was accepted in between. */
  let throttlesInARow = 0;
  /** When the first request of all was sent. */
  let firstSentAt: number | undefined;
  let intervalStart = -Infinity;
  let blockedUntil = -Infinity;
  /** Whether the service has asked for the last wait, by `Retry-After`. */
  let isWaitRequested = false;
  // Who waits.
  const waiting: Waiter[] = [];
  let isGranting = false;
  let wakeUp = () => {};

  /**
   * Resolves when a request may be sent, first come, first served. Follow every slot by `onNotThrottled` or
   * `onThrottle`.
   * @param assertWaitAllowed rejects the request if it throws, which then waits no longer
   */
  function acquire(assertWaitAllowed: WaitCheck): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const waiter = { assertWaitAllowed, resolve, reject };
      waiting.push(waiter);
      if (isGranting) rejectUnlessAllowed(waiter);
      else void grantInOrder();
    });
  }

  /** Grants permits as long as somebody waits for one. */
  async function grantInOrder(): Promise<void> {
    isGranting = true;
    /** The rate that has delayed the next slot. */
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
      first.resolve({ epoch: epoch, isProbe: sent === 1, rate: delayingRate ?? unlimited });
      delayingRate = undefined;
      await waitUntilSent();
    }
    isGranting = false;
  }

  /** Rejects who may not wait any longer, e.g. because their run was canceled. */
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

  /** Until the next slot; negative if that is overdue. */
  function waitMs(): number {
    return Math.max(blockedUntil, intervalStart + intervalMs()) - monotonicMs();
  }

  function intervalMs(): number {
    return 1000 / rate;
  }

  /** A busy process sends late and ends timers late: the interval then starts when the request has left. */
  async function waitUntilSent(): Promise<void> {
    if (waiting.length === 0 || intervalMs() <= SEND_MS) return;
    await sleep(SEND_MS);
    // Timers have a resolution of one millisecond.
    const tookMs = Math.round(monotonicMs() - intervalStart);
    if (tookMs > SEND_MS) intervalStart = monotonicMs();
  }

  /** The service did not throttle the request, whatever else became of it. */
  function onNotThrottled(slot: Slot): void {
    if (slot.epoch !== current.epoch) return;
    throttlesInARow = 0;
    if (slot.rate === undefined) return;
    current.accepted += 1;
    if (!slot.isProbe) acceptedRate = slot.rate;
    if (lastMaxRate === undefined) slowStart();
    else rate = cubicRate(lastMaxRate);
  }

  /** Changes nothing while the rate is unlimited. */
  function slowStart(): void {
    rate += SLOW_START_STEP;
    // The next request already waits at a rate that is far too low.
    wakeUp();
  }

  /** Time is counted in accepted requests, so that a pause does not raise the rate. */
  function cubicRate(maxRate: number): number {
    const t = current.accepted / (K_SECONDS * maxRate) - 1;
    return maxRate * (1 + (1 - BETA) * t ** 3);
  }

  /**
   * The service was too busy for the request.
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
    // Throttled right after a wait: the service is down, and the rate is not the reason.
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

  /** Whether what it has found still matters to a new request. */
  function isLimiting(): boolean {
    const knownUntil = rate === Infinity ? -Infinity : intervalStart + RATE_LIFETIME_MS;
    return monotonicMs() < Math.max(blockedUntil, knownUntil);
  }

  return { acquire, onNotThrottled, onThrottle, recheck, isLimiting };
}
