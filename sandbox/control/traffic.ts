import type { State } from '../state/state';
import { FaultQueue } from './faults';
import { type RateLimit, TokenBucket } from './rateLimit';
import { RequestLog } from './requestLog';

/** Settings of the layer in front of the service: log, faults, rate limit and latency. */
export class Traffic {
  readonly log = new RequestLog();
  readonly faults = new FaultQueue();
  /** Delay of every response, ms. */
  latency = 0;
  bucket: TokenBucket | undefined;

  /** @param state of the service; replaced by a reset */
  constructor(public state: State) {}

  setRateLimit(limit: RateLimit | null): void {
    this.bucket = limit === null ? undefined : new TokenBucket(limit, this.state.clock.wall);
  }

  /** Replace the state and clear faults, limits, latency and log. */
  restart(state: State): void {
    this.state = state;
    this.faults.clear();
    this.latency = 0;
    this.bucket = undefined;
    this.log.clear();
  }
}
