/**
 * The service's clock. Every timestamp the service hands out and every expiry it judges comes from
 * here, so that tests can hold or move time.
 */
export class Clock {
  private offset = 0;
  private frozenAt: number | undefined;

  /** @param wall the time outside the service, epoch ms; waiting and `Retry-After` dates follow it */
  constructor(readonly wall: () => number = Date.now) {}

  /** The service's time now, whole epoch milliseconds. */
  now(): number {
    return this.frozenAt ?? Math.floor(this.wall() + this.offset);
  }

  /**
   * Set the time. It is frozen unless `running` is true.
   * @param at epoch ms; `null` returns to the real time
   */
  set(at: number | null, options: { running?: boolean } = {}): void {
    this.frozenAt = undefined;
    this.offset = 0;
    if (at === null) return;
    if (options.running) this.offset = at - this.wall();
    else this.frozenAt = at;
  }

  /** Move the time by `ms` (may be negative); a frozen clock stays frozen, a running one keeps running. */
  advance(ms: number): void {
    if (this.frozenAt === undefined) this.offset += ms;
    else this.frozenAt += ms;
  }
}
