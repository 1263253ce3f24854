import type { RetryAfter } from './retryAfter';

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
