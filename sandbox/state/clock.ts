/** Durations in milliseconds. */
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/**
 * The service's clock. All timestamps and expiration checks use it, so that tests can freeze or move time.
 */
export class Clock {
  private offset = 0;
  private frozenAt: number | undefined;

  /** @param wall real time, epoch ms; delays and `Retry-After` dates use it */
  constructor(readonly wall: () => number = Date.now) {}

  /** The service's time now, whole epoch milliseconds. */
  now(): number {
    return this.frozenAt ?? Math.floor(this.wall() + this.offset);
  }

  /** Freeze the time at `at` (epoch ms); `null` returns to the real time. */
  set(at: number | null): void {
    this.frozenAt = at ?? undefined;
    this.offset = 0;
  }

  /** Move the time by `ms` (may be negative); a frozen clock stays frozen. */
  advance(ms: number): void {
    if (this.frozenAt === undefined) this.offset += ms;
    else this.frozenAt += ms;
  }
}
