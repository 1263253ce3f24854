import fc from 'fast-check';

import {
  type AttemptFailure,
  type Retry,
  type RetryableRequest,
  type RetryDecision,
  type RetryLimits,
  MAX_ATTEMPTS,
  backoffMs,
  decideRetry,
  TRANSIENT_STATUSES,
} from '../../../shared/http/retryPolicy';
import type { HttpMethod } from '../../../shared/http/transport';

const METHODS: HttpMethod[] = ['GET', 'POST', 'PATCH', 'DELETE'];
const RETRIES: Retry[] = ['idempotent', 'never', 'lookUpFirst'];
const REQUESTS = METHODS.flatMap((method): RetryableRequest[] =>
  method === 'GET' ? [{ method }] : RETRIES.map((retry) => ({ method, retry })),
);
const IDEMPOTENT = REQUESTS.filter(
  ({ method, retry }) => method === 'GET' || retry === 'idempotent',
);
const OTHERS = REQUESTS.filter((request) => !IDEMPOTENT.includes(request));

const NO_LIMITS: RetryLimits = { maxRetryAfterMs: Infinity, maxDelayMs: Infinity };
const LONGEST_JITTER = () => 1;

type Result = RetryDecision['action'] | 'retryAfterTooLong';
function decide(
  request: RetryableRequest,
  attempt: number,
  failure: AttemptFailure,
  limits = NO_LIMITS,
): Result {
  const decision = decideRetry(request, attempt, failure, limits, LONGEST_JITTER);
  const isTooLong = decision.action === 'fail' && decision.retryAfterTooLong;
  return isTooLong ? 'retryAfterTooLong' : decision.action;
}

const errorStatus = (status: number, retryAfterMs?: number): AttemptFailure => ({
  type: 'errorStatus',
  status,
  retryAfterMs,
});

/** Every failure, and the decision after the first attempt of an idempotent request and of any other. */
const TABLE: [name: string, failure: AttemptFailure, idempotent: Result, other: Result][] = [
  ['no connection', { type: 'notSent' }, 'retry', 'retry'],
  ['no response', { type: 'noResponse' }, 'retry', 'fail'],
  ['half a body', { type: 'incompleteBody' }, 'retry', 'fail'],
  ['an unexpected body', { type: 'unexpectedBody' }, 'fail', 'fail'],
  ['429', errorStatus(429), 'wait', 'wait'],
  ['429 with Retry-After', errorStatus(429, 2000), 'wait', 'wait'],
  ['408', errorStatus(408), 'retry', 'fail'],
  ['502', errorStatus(502), 'retry', 'fail'],
  ['503', errorStatus(503), 'retry', 'fail'],
  ['503 with Retry-After', errorStatus(503, 2000), 'retry', 'fail'],
  ['504', errorStatus(504), 'retry', 'fail'],
  ...[300, 302, 307, 400, 401, 402, 403, 404, 405, 409, 410, 413, 414, 418, 422, 431, 451, 500, 501, 505].map(
    (status) =>
      [String(status), errorStatus(status), 'fail', 'fail'] as [string, AttemptFailure, Result, Result],
  ),
]; // prettier-ignore

const CASES = TABLE.flatMap(([name, failure, idempotent, other]) =>
  [
    ...IDEMPOTENT.map((request) => ({ request, wanted: idempotent })),
    ...OTHERS.map((request) => ({ request, wanted: other })),
  ].map(
    ({ request, wanted }) =>
      [`${request.method} ${request.retry ?? ''}`.trim(), name, wanted, request, failure] as const,
  ),
);

describe('the decision after a failed attempt', () => {
  it.each(CASES)('%s after %s: %s', (_request, _failure, wanted, request, failure) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt += 1) {
      const isLast = wanted === 'retry' && attempt >= MAX_ATTEMPTS;
      expect([attempt, decide(request, attempt, failure)]).toEqual([
        attempt,
        isLast ? 'fail' : wanted,
      ]);
    }
  });

  it('fails instead of waiting longer than the caller allows', () => {
    for (const request of IDEMPOTENT) {
      const limits = { ...NO_LIMITS, maxRetryAfterMs: 60_000 };
      expect(decide(request, 1, errorStatus(503, 60_000), limits)).toBe('retry');
      expect(decide(request, 1, errorStatus(503, 60_001), limits)).toBe('retryAfterTooLong');
    }
  });

  it('fails if the delay leaves no time for another attempt', () => {
    for (const request of IDEMPOTENT) {
      const before = (maxDelayMs: number) =>
        decide(request, 1, { type: 'noResponse' }, { ...NO_LIMITS, maxDelayMs });
      expect(before(1000)).toBe('retry');
      expect(before(999)).toBe('fail');
      expect(before(-5000)).toBe('fail');
    }
  });
});

const anyFailure: fc.Arbitrary<AttemptFailure> = fc.oneof(
  fc.constantFrom<AttemptFailure[]>(
    { type: 'notSent' },
    { type: 'noResponse' },
    { type: 'incompleteBody' },
    { type: 'unexpectedBody' },
  ),
  fc.record({
    type: fc.constant('errorStatus' as const),
    status: fc.oneof(
      fc.integer({ min: 300, max: 599 }),
      fc.constantFrom(429, ...TRANSIENT_STATUSES),
    ),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 900_000 }), { nil: undefined }),
  }),
);
const anyMs = fc.oneof(fc.integer({ min: -10_000, max: 900_000 }), fc.constant(Infinity));
const anyInput = fc.record({
  request: fc.constantFrom(...REQUESTS),
  attempt: fc.integer({ min: 1, max: 5 }),
  failure: anyFailure,
  limits: fc.record({ maxRetryAfterMs: anyMs, maxDelayMs: anyMs }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
type Input = typeof anyInput extends fc.Arbitrary<infer T> ? T : never;

describe('whatever fails', () => {
  const holds = (property: (input: Input, decision: RetryDecision) => void) =>
    fc.assert(
      fc.property(anyInput, (input) => {
        const { request, attempt, failure, limits, random } = input;
        property(
          input,
          decideRetry(request, attempt, failure, limits, () => random),
        );
      }),
      { numRuns: 2000 },
    );
  const retryAfterOf = (failure: AttemptFailure) =>
    (failure.type === 'errorStatus' && failure.retryAfterMs) || 0;

  it('a request that is not idempotent is not sent again after it may have been processed', () => {
    holds(({ request, failure }, { action }) => {
      if (IDEMPOTENT.includes(request) || failure.type === 'notSent') return;
      const isThrottled = failure.type === 'errorStatus' && failure.status === 429;
      expect(action).toBe(isThrottled ? 'wait' : 'fail');
    });
  });

  it('no request is retried after its last attempt', () => {
    holds(({ attempt }, { action }) => {
      if (attempt >= MAX_ATTEMPTS) expect(action).not.toBe('retry');
    });
  });

  it('a retry keeps to Retry-After, to the backoff and to the limits', () => {
    holds(({ attempt, failure, limits, random }, decision) => {
      if (decision.action !== 'retry') return;
      expect(decision.delayMs).toBe(Math.max(retryAfterOf(failure), backoffMs(attempt, random)));
      expect(decision.delayMs).toBeLessThanOrEqual(limits.maxDelayMs);
      expect(retryAfterOf(failure)).toBeLessThanOrEqual(limits.maxRetryAfterMs);
    });
  });

  it('nothing is sent again immediately, not even after Retry-After: 0', () => {
    holds((_input, decision) => {
      if (decision.action === 'retry') expect(decision.delayMs).toBeGreaterThanOrEqual(500);
    });
  });
});

describe('the backoff', () => {
  it.each([
    [1, 500, 1000],
    [2, 1000, 2000],
    [3, 2000, 4000],
    [5, 8000, 16_000],
    [6, 15_000, 30_000],
    [20, 15_000, 30_000],
  ])('after attempt %i is between %i and %i ms', (attempt, shortest, longest) => {
    expect([backoffMs(attempt, 0), backoffMs(attempt, 1)]).toEqual([shortest, longest]);
  });
});
