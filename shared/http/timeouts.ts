import type { Clock } from '../runtime/clock';
import { isIdempotent, MAX_ATTEMPTS } from './retryPolicy';
import type { ServiceCall } from './serviceCall';

/** Do not start an attempt with less time left, because aborting it leaves its outcome unknown. */
const MIN_ATTEMPT_MS = 1000;
/** Time reserved before the deadline for a wait and another attempt, or for a lookup. */
const FOLLOW_UP_MS = 7000;
/** Longest time for a streamed body. Without this limit, a byte now and then would keep a run alive forever. */
const MAX_STREAM_MS = 30 * 60_000;

interface TimeoutOptions {
  /** Longest wait for a response if a retry can follow, ms. */
  timeoutMs: number;
  /** Longest wait for a response if no retry can follow, ms. */
  lastTimeoutMs: number;
  /** On the monotonic clock, ms; `Infinity` for no deadline. */
  deadlineAt: number;
}

/** The timeouts of a client, bounded by its deadline. */
export function createTimeouts(
  clock: Pick<Clock, 'monotonicMs'>,
  { timeoutMs, lastTimeoutMs, deadlineAt }: TimeoutOptions,
) {
  const timeLeftMs = () => deadlineAt - clock.monotonicMs();

  /**
   * Timeout of the next attempt. A response is more likely slow than lost, so the attempt gets all the time except for
   * the part reserved for a retry or a lookup.
   */
  function attemptMs(call: ServiceCall<unknown>, attempt: number): number {
    const left = timeLeftMs();
    if (call.retry === 'lookUpFirst') {
      return Math.floor(Math.min(lastTimeoutMs, Math.max(left - FOLLOW_UP_MS, left / 2)));
    }
    const isLast = !isIdempotent(call) || attempt >= MAX_ATTEMPTS;
    if (isLast || left < 2 * FOLLOW_UP_MS) return Math.floor(Math.min(lastTimeoutMs, left));
    // A slow file would be just as slow on a retry.
    const longest = call.readStream ? lastTimeoutMs : timeoutMs;
    return Math.floor(Math.min(longest, left - FOLLOW_UP_MS));
  }

  return {
    timeLeftMs,
    attemptMs,
    /** Call it when a streamed response is requested. @returns timeout of the next chunk of its body */
    startStream() {
      const endAt = clock.monotonicMs() + MAX_STREAM_MS;
      return () => Math.floor(Math.min(timeoutMs, endAt - clock.monotonicMs(), timeLeftMs()));
    },
    /** Longest wait that leaves time for another attempt; negative if no wait does. */
    maxDelayMs: () => timeLeftMs() - MIN_ATTEMPT_MS,
    /** Whether there is time for an attempt and for a lookup of its outcome. */
    hasTimeToRetry: () => timeLeftMs() >= 2 * FOLLOW_UP_MS,
  };
}
