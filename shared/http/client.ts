import { ServiceError, settle } from '../errors/serviceError';
import { abortableClock, type Clock } from '../runtime/clock';
import { SERVICE_VERSION, VERSION_HEADER } from '../service/vocabulary';
import { assertSendable, keyPattern, redact, redactAll } from './apiKey';
import * as errors from './clientErrors';
import { MAX_SLEEP_MS, type Slot, type RateLimiter, createRateLimiter } from './rateLimiter';
import { readResult } from './readResult';
import {
  type AttemptFailure,
  type RetryState,
  afterFailure,
  decideRetry,
  finalError,
  isThrottle,
  retryAfterMs,
  wasDeletedEarlier,
} from './retryPolicy';
import { createSemaphore } from '../runtime/concurrency';
import type { ServiceCall } from './serviceCall';
import { createTimeouts } from './timeouts';
import {
  isSuccess,
  type Transport,
  type TransportRequest,
  type TransportResult,
} from './transport';
import { normalizeBaseUrl, otherBaseUrl, queryString } from './url';

export interface ClientOptions {
  /** E.g. `https://api.example.com/api`; trailing slashes are removed. */
  baseUrl: string;
  transport: Transport;
  clock: Clock;
  /** Rate limiter to share with other clients of the account. Default: a new limiter. */
  limiter?: RateLimiter;
  /** Longest wait for a response if a retry can follow, ms. Default 30,000. */
  timeoutMs?: number;
  /**
   * Longest wait for a response if no retry can follow, ms. Default 120,000: gateways give up after
   * about a minute, and their response is more useful than a timeout.
   */
  lastTimeoutMs?: number;
  /** How long one attempt of a call may wait for the rate limit, and an item for another run, ms. Default 300,000. */
  maxWaitMs?: number;
  /** The platform's name of the setting behind `maxWaitMs`, if it has one. */
  maxWaitLabel?: string;
  /**
   * How many requests may be in flight at the same time, including their response bodies. A call that waits for the
   * rate limit is included; a call that waits before a retry is not. Default: unlimited.
   */
  maxConcurrentRequests?: number;
  /** The key that the transport sends; redacted from every message, like anything that looks like a key. */
  apiKey?: string;
  /** Called once per distinct warning, e.g. an API version mismatch. */
  warn?: (text: string) => void;
  /** Once aborted, waits and downloads end, and nothing more is sent; other requests in flight finish. */
  signal?: AbortSignal;
  /**
   * When the platform ends the run, in `monotonicMs` of the clock. No wait exceeds it, no attempt starts shortly before
   * it, and a running attempt is aborted at it. Default: never.
   */
  deadlineAt?: number;
}

export interface ServiceClient {
  /** The client's clock; its `sleep` ends when the run is canceled. */
  readonly clock: Clock;
  /** Without trailing slashes. */
  readonly baseUrl: string;
  /**
   * Sends a call, retries it if that is safe, and parses the response.
   * @throws {ServiceError} if there is no valid response
   */
  call<T>(call: ServiceCall<T>): Promise<T>;
  /**
   * Waits until another run releases an object, at most as long as for the rate limit.
   * @param noun kind of the object: `pass`
   * @throws {ServiceError} `unavailable` if that takes longer, or this run is canceled
   */
  waitForOtherRun(done: Promise<void>, noun: string): Promise<void>;
  /** Whether the service shows this connection's key by this prefix. */
  keyStartsWith(prefix: string): boolean;
  /** Whether the deadline leaves time for a call and for a lookup of its outcome. */
  hasTimeToRetry(): boolean;
  /** Whether the deadline leaves time for a wait and for another request. */
  hasTimeToWait(ms: number): boolean;
}

/** The value of a call, or the state for its next attempt. */
type AttemptOutcome<T> =
  | { value: T }
  /** Send the call again after `delayMs`; if absent, as soon as the rate limiter allows it. */
  | { state: RetryState; delayMs?: number };

/**
 * HTTP client of the service for every platform: version header, timeouts, retries, rate limit, errors.
 * @throws {ServiceError} `invalidInput` for a base URL or a key that cannot be used
 */
export function createClient(options: ClientOptions): ServiceClient {
  const { transport, maxWaitMs = 300_000, apiKey = '' } = options;
  const baseUrl = normalizeBaseUrl(options.baseUrl);
  if (options.apiKey !== undefined) assertSendable(options.apiKey);
  const ownKey = keyPattern(apiKey);
  const clock = abortableClock(options.clock, options.signal);
  const timeouts = createTimeouts(clock, {
    timeoutMs: options.timeoutMs ?? 30_000,
    lastTimeoutMs: options.lastTimeoutMs ?? 120_000,
    deadlineAt: options.deadlineAt ?? Infinity,
  });
  const limiter = options.limiter ?? createRateLimiter(options.clock);
  options.signal?.addEventListener('abort', limiter.recheck, { once: true });
  const inFlight = createSemaphore(options.maxConcurrentRequests ?? Infinity);
  const warnings = new Set<string>();
  /** The refusal of the key, which every further request would get as well. */
  let refusedKey: ServiceError | undefined;

  async function sendWithRetries<T>(call: ServiceCall<T>): Promise<T> {
    const base = call.atOtherBaseUrl ? otherBaseUrl(baseUrl) : baseUrl;
    const url = `${base}${call.path}${queryString(call.query)}`;
    let state: RetryState = { attempt: 1 };
    for (;;) {
      const attempt = await inFlight(() => sendOnce(call, url, state));
      if ('value' in attempt) return attempt.value;
      if (attempt.delayMs !== undefined) await clock.sleep(attempt.delayMs);
      state = attempt.state;
    }
  }

  /** One attempt: waits for the rate limiter, sends the request, reads the result. */
  async function sendOnce<T>(
    call: ServiceCall<T>,
    url: string,
    previous: RetryState,
  ): Promise<AttemptOutcome<T>> {
    const state = { ...previous, waitingSince: previous.waitingSince ?? clock.monotonicMs() };
    const slot = await settle(
      limiter.acquire((ms, isRequested) => assertWaitAllowed(ms, isRequested, state)),
    );
    if (slot.failure) throw finalError(slot.failure, state);

    // The rate limiter measures from the slot, so nothing may delay the request here.
    const result = await transport(createRequest(call, url, state.attempt));
    updateRateLimit(slot.value, result);
    warnOfOtherVersion(result);

    const read = await readResult(call, result, clock.now());
    if ('value' in read) return read;
    const error = new ServiceError(redactAll(read.error.toFields(), ownKey));
    // Do not remember a 401 of `GET /pass`: the service also sends it for a pass of another account.
    if (error.kind === 'wrongKey' && call.endpoint !== 'GET /pass') refusedKey = error;
    return nextStep(call, state, error, read.failure);
  }

  function createRequest<T>(call: ServiceCall<T>, url: string, attempt: number): TransportRequest {
    return {
      method: call.method,
      url,
      headers: { accept: 'application/json', [VERSION_HEADER]: SERVICE_VERSION },
      json: call.json,
      form: call.form,
      timeoutMs: timeouts.attemptMs(call, attempt),
      stream: call.readStream
        ? { idleTimeoutMs: timeouts.startStream(), signal: options.signal }
        : undefined,
    };
  }

  /** Decides what follows a failed attempt. @throws {ServiceError} if no other attempt follows */
  function nextStep<T>(
    call: ServiceCall<T>,
    state: RetryState,
    error: ServiceError,
    failure: AttemptFailure,
  ): AttemptOutcome<T> {
    if (call.schema && wasDeletedEarlier(call, state, error)) {
      return { value: call.schema.parse(undefined) };
    }
    const limits = { maxRetryAfterMs: maxWaitMs, maxDelayMs: timeouts.maxDelayMs() };
    const decision = decideRetry(call, state.attempt, failure, limits, () => clock.random());
    switch (decision.action) {
      case 'wait':
        return { state: { ...state, throttled: error } };
      case 'retry':
        return { state: afterFailure(state, error), delayMs: decision.delayMs };
      case 'fail': {
        const { retryAfterTooLong } = decision;
        const last = retryAfterTooLong ? errors.retryAfterTooLong(error, maxWaitMs) : error;
        throw finalError(last, state);
      }
    }
  }

  /**
   * Throws if the run was canceled, the key was refused, or the wait exceeds a limit. Also called with 0 just before
   * sending.
   */
  function assertWaitAllowed(
    waitMs: number,
    isRequested: boolean,
    { waitingSince, throttled }: RetryState & { waitingSince: number },
  ): void {
    if (options.signal?.aborted) throw errors.canceled();
    if (refusedKey) throw refusedKey;
    const waitedMs = clock.monotonicMs() - waitingSince;
    const isTooLong = waitMs > 0 && waitedMs + waitMs > maxWaitMs;
    if (!isTooLong && waitMs <= timeouts.maxDelayMs()) return;
    // If the rate limit took the rest of the time, the platform may run the call again later.
    if (waitMs === 0) throw throttled ?? errors.deadlineReached();
    const wait = {
      waitMs,
      waitedMs,
      limitMs: Math.min(maxWaitMs, waitedMs + timeouts.timeLeftMs()),
      isRequested,
      settingLabel: options.maxWaitLabel,
    };
    throw errors.throttleWaitTooLong(wait, throttled);
  }

  async function waitForOtherRun(done: Promise<void>, noun: string): Promise<void> {
    const limitMs = Math.min(maxWaitMs, timeouts.maxDelayMs());
    const waitUntil = clock.monotonicMs() + limitMs;
    const isDone = done.then(() => true);
    for (;;) {
      if (options.signal?.aborted) throw errors.canceled();
      const leftMs = waitUntil - clock.monotonicMs();
      if (leftMs <= 0) throw errors.otherRunTooLong(noun, limitMs);
      // The client cannot cancel a sleep, so it sleeps in short steps: none should outlast the other run for long.
      const pause = clock.sleep(Math.min(leftMs, MAX_SLEEP_MS)).then(() => false);
      if (await Promise.race([isDone, pause])) return;
    }
  }

  /** Reports to the rate limiter whether the service was too busy. */
  function updateRateLimit(slot: Slot, result: TransportResult): void {
    if (!result.ok || !isThrottle(result.response.status)) {
      limiter.onNotThrottled(slot);
      return;
    }
    // Ignore `Retry-After: 0`: it comes from clock skew in HTTP dates, and would repeat forever.
    const waitMs = retryAfterMs(result.response.headers, clock.now()) || undefined;
    limiter.onThrottle(slot, waitMs);
  }

  function warnOfOtherVersion(result: TransportResult): void {
    if (!result.ok || !isSuccess(result.response)) return;
    const echo = result.response.headers[VERSION_HEADER.toLowerCase()];
    if (echo === undefined || echo === SERVICE_VERSION) return;
    const warning = `The service responded with API version ${echo}; this connector is built for ${SERVICE_VERSION}.`;
    const text = redact(warning, ownKey);
    if (!warnings.has(text)) options.warn?.(text);
    warnings.add(text);
  }

  return {
    clock,
    baseUrl,
    call: sendWithRetries,
    waitForOtherRun,
    keyStartsWith: (prefix) => apiKey.startsWith(prefix),
    hasTimeToRetry: timeouts.hasTimeToRetry,
    hasTimeToWait: (ms) => ms <= timeouts.maxDelayMs(),
  };
}
