import { type ServiceError, isServiceError, wasNotProcessed } from '../errors/serviceError';
import { DAY_MS } from '../runtime/clock';
import type { HttpMethod } from './transport';

/**
 * Retry behavior after an unknown outcome (docs/service.md#what-may-be-retried).
 * - `idempotent`: sending the request again ends in the same state, or at worst leaves an unused file, so the client
 *   retries.
 * - `never`: sending it again could apply it twice.
 * - `lookUpFirst`: the client does not retry; its caller first looks up the result.
 *
 * After a 429 or a connection that was never made, nothing was processed, so the client retries every request.
 */
export type Retry = 'idempotent' | 'never' | 'lookUpFirst';

export interface RetryableRequest {
  method: HttpMethod;
  /** Default: `idempotent` for GET, otherwise `never`. */
  retry?: Retry;
  /** Set if repeating it may leave an unused file, in addition to the returned file. */
  mayLeaveFile?: true;
}

/** How an attempt failed. */
export type AttemptFailure =
  /** No connection was made. */
  | { type: 'notSent' }
  /** The connection was lost, or no response arrived in time. */
  | { type: 'noResponse' }
  /** A status outside 2xx. */
  | { type: 'errorStatus'; status: number; retryAfterMs?: number }
  /** A 2xx response whose body ended early. */
  | { type: 'incompleteBody' }
  /** A 2xx response with an unexpected body. */
  | { type: 'unexpectedBody' };

interface RetryLimits {
  /** Longest wait that the service may request, ms. */
  maxRetryAfterMs: number;
  /** Longest wait that leaves time for another attempt before the deadline, ms. */
  maxDelayMs: number;
}

type RetryDecision =
  | { action: 'retry'; delayMs: number }
  /** Send the request again when the rate limiter allows it. The attempt is not counted. */
  | { action: 'wait' }
  /** `retryAfterTooLong`: the service requests a longer wait than the caller allows. */
  | { action: 'fail'; retryAfterTooLong?: true };

/** Maximum number of attempts per call, without rate-limited attempts. */
export const MAX_ATTEMPTS = 3;

/** Statuses after which a retry may get another response. docs/service.md and docs/retries.md name them. */
export const TRANSIENT_STATUSES: readonly number[] = [408, 502, 503, 504];

const FAIL = { action: 'fail' } as const;
const BASE_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

/**
 * Decides what happens after a failed attempt.
 * @param attempt number of this attempt, from 1
 * @param random in [0, 1), for jitter
 */
export function decideRetry(
  request: RetryableRequest,
  attempt: number,
  failure: AttemptFailure,
  limits: RetryLimits,
  random: () => number,
): RetryDecision {
  // Rate limited: the request was not processed, so every request may be sent again.
  if (failure.type === 'errorStatus' && failure.status === 429) return { action: 'wait' };

  // The service may have processed the request. A retry is always safe only if nothing was sent.
  if (failure.type !== 'notSent' && !isIdempotent(request)) return FAIL;

  // The service refused the request, or has a defect: the same request would fail again.
  if (failure.type === 'errorStatus' && !isTransient(failure.status)) return FAIL;

  // The request was processed, or something else answered: a retry would get the same response.
  if (failure.type === 'unexpectedBody') return FAIL;

  if (attempt >= MAX_ATTEMPTS) return FAIL;

  const retryAfterMs = (failure.type === 'errorStatus' && failure.retryAfterMs) || 0;
  // An attempt before the requested time would be refused as well.
  if (retryAfterMs > limits.maxRetryAfterMs) return { action: 'fail', retryAfterTooLong: true };

  const delayMs = Math.max(retryAfterMs, backoffMs(attempt, random()));
  // Aborting an attempt at the deadline would leave its outcome unknown.
  if (delayMs > limits.maxDelayMs) return FAIL;

  return { action: 'retry', delayMs };
}

/** Whether sending the request again ends in the same state. */
export function isIdempotent({ method, retry }: RetryableRequest): boolean {
  return method === 'GET' || retry === 'idempotent';
}

/**
 * Whether another attempt may get a different response.
 * @param status `undefined` if there was no response
 */
export function isTransient(status: number | undefined): boolean {
  return status === undefined || TRANSIENT_STATUSES.includes(status);
}

/** Whether the service, or a proxy in front of it, is down. The text of such a response adds nothing. */
export function isOutage(status: number): boolean {
  return status >= 500 || status === 408;
}

/** 429 and 503: the service is too busy. */
export function isThrottle(status: number): boolean {
  return status === 429 || status === 503;
}

/** State of a call between its attempts. */
export interface RetryState {
  /** Number of the next attempt, from 1, without rate-limited attempts. */
  readonly attempt: number;
  /** When this attempt began to wait for the rate limiter, `monotonicMs`. */
  readonly waitingSince?: number;
  /** Error of the last rate-limited attempt. */
  readonly throttled?: ServiceError;
  /** Error of an attempt that the service may have processed. */
  readonly outcomeUnknown?: ServiceError;
}

export function afterFailure(state: RetryState, error: ServiceError): RetryState {
  return {
    attempt: state.attempt + 1,
    throttled: state.throttled,
    outcomeUnknown: isServiceError(error, 'outcomeUnknown') ? error : state.outcomeUnknown,
  };
}

/** The final error of a call. A later 429 or connection error must not hide an earlier unknown outcome. */
export function finalError(error: ServiceError, { outcomeUnknown }: RetryState): ServiceError {
  const hidesUnknownOutcome = outcomeUnknown !== undefined && wasNotProcessed(error);
  return hidesUnknownOutcome ? outcomeUnknown.with({ retryAfterMs: error.retryAfterMs }) : error;
}

/** On a retry, treat the service's 404 as success: an earlier attempt deleted it. */
export function wasDeletedEarlier(
  { notFoundMeansDeleted = false }: { notFoundMeansDeleted?: boolean },
  { outcomeUnknown }: RetryState,
  error: ServiceError,
): boolean {
  const isGone = isServiceError(error, 'notFound') && error.status === 404;
  return notFoundMeansDeleted && outcomeUnknown !== undefined && isGone;
}

/**
 * Exponential backoff with jitter: doubles from one second up to 30 s, half of it random.
 * @param attempt number of the failed attempt, from 1
 * @param random in [0, 1)
 */
export function backoffMs(attempt: number, random: number): number {
  const full = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}

/**
 * Parses `Retry-After` in both forms (RFC 9110, 10.2.3): seconds, or an HTTP date.
 * @param headers with lowercase names
 * @param now epoch ms
 * @returns ms from `now`, never negative and at most a day, because a platform cannot wait longer; `undefined` if the
 *   header is missing or malformed
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, Math.ceil(ms)), DAY_MS);
}
