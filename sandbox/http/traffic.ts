import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';

import { applyFault, FaultQueue, sleepUnref } from '../control/faults';
import { type RateLimit, TokenBucket, tooManyRequests } from '../control/rateLimit';
import { RequestLog } from '../control/requestLog';
import { balanceNow } from '../resources/passes/pass';
import type { State } from '../state/state';
import { type ApiEnv, type Connection, isMultipart } from './env';

/** The layer in front of the service: log, faults, rate limit and latency. */
export class Traffic {
  readonly log = new RequestLog();
  readonly faults = new FaultQueue();
  /** Delay of every response, ms. */
  latency = 0;
  private bucket: TokenBucket | undefined;

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

  /** Log every request, delay it, and apply faults and the rate limit. */
  readonly gate: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const { state, log, bucket } = this;
    const { method, path } = c.req;
    const bodyText = isMultipart(c) ? '' : await c.req.text();
    const entry = log.begin({
      method,
      path,
      query: { ...c.req.query() },
      headers: c.req.header(),
      bodyText,
      at: state.clock.now(),
    });
    c.set('state', state);
    c.set('logged', entry);
    c.set('bodyText', bodyText);
    if (state.lostUpdates) c.set('startBalance', balanceNow(state, entry.body));

    const fault = this.faults.take(entry);
    entry.fault = fault?.kind;
    const wait = fault === undefined ? bucket?.take() : undefined;
    if (this.latency > 0) await sleepUnref(this.latency);

    const process = async () => {
      await next();
      entry.outcome = c.res.status;
      return c.res;
    };
    let response: Response | undefined;
    if (bucket !== undefined && wait !== undefined) {
      response = tooManyRequests(bucket.limit.retryAfter, wait, state.clock.wall());
    } else if (fault === undefined) {
      response = await process();
    } else {
      const drop: Connection['drop'] = (half) => c.env.drop(half);
      response = await applyFault(fault, { process, drop, now: state.clock.wall() });
    }
    log.end(entry, response?.status ?? null);
    // Otherwise Hono merges the headers of the replaced response.
    c.res = undefined;
    c.res = response ?? RESPONSE_ALREADY_SENT;
  };
}
