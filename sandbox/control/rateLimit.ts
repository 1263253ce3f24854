/** Format of `Retry-After` in a refusal. */
export type RetryAfter = 'seconds' | 'date' | 'none';

/** A limit on all requests together. */
export interface RateLimit {
  ratePerSecond: number;
  /** Requests allowed at once after a pause. */
  burst: number;
  /** Format of `Retry-After` in a refusal. */
  retryAfter: RetryAfter;
}

/** Token bucket: `burst` tokens, refilled at `ratePerSecond` in real time. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  constructor(
    readonly limit: RateLimit,
    private readonly wall: () => number,
  ) {
    this.tokens = limit.burst;
    this.filledAt = wall();
  }

  /** Take a token. @returns seconds until the next token if there is none, else `undefined` */
  take(): number | undefined {
    const now = this.wall();
    const { ratePerSecond, burst } = this.limit;
    const gained = (Math.max(0, now - this.filledAt) / 1000) * ratePerSecond;
    this.tokens = Math.min(burst, this.tokens + gained);
    this.filledAt = now;
    if (this.tokens >= 1) {
      this.tokens -= 1;
      return undefined;
    }
    return (1 - this.tokens) / ratePerSecond;
  }
}

/** The refusal of a request beyond the limit. */
export function tooManyRequests(form: RetryAfter, wait: number, now: number): Response {
  const headers = retryAfterHeader(form, wait, now);
  return Response.json({ error: 'Too many requests.' }, { status: 429, headers });
}

/**
 * The `Retry-After` header of a refusal.
 * @param wait seconds to wait
 * @param now real time, epoch ms: callers wait by their own clock
 */
export function retryAfterHeader(
  form: RetryAfter,
  wait: number,
  now: number,
): Record<string, string> {
  if (form === 'none') return {};
  if (form === 'seconds') return { 'Retry-After': String(Math.max(1, Math.ceil(wait))) };
  // HTTP dates have whole seconds: round up, or the caller would retry too early.
  const at = Math.ceil((now + wait * 1000) / 1000) * 1000;
  return { 'Retry-After': new Date(at).toUTCString() };
}
