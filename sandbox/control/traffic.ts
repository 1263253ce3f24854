import type { State } from '../state/state';
import { FaultQueue } from './faults';
import { type RateLimit, TokenBucket } from './rateLimit';
import { RequestLog } from './requestLog';

/** What stands between the network and the service: the log, and everything that can go wrong. */
export class Traffic {
  readonly log = new RequestLog();
  readonly faults = new FaultQueue();
  /** Every answer waits this long, ms. */
  latency = 0;
  bucket: TokenBucket | undefined;

  /** @param state the service behind; a reset puts a fresh one here */
  constructor(public state: State) {}

  setRateLimit(limit: RateLimit | null): void {
    this.bucket = limit === null ? undefined : new TokenBucket(limit, this.state.clock.wall);
  }

  /** Put a fresh service in place and forget faults, limits, latency and log. */
  restart(state: State): void {
    this.state = state;
    this.faults.clear();
    this.latency = 0;
    this.bucket = undefined;
    this.log.clear();
  }
}
