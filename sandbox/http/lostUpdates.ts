import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';

import type { Traffic } from '../control/traffic';
import { findPass, identity } from '../resources/passes/find';
import type { StartBalance } from '../resources/passes/update';
import type { Pass } from '../state/entities';
import type { ApiContext, ApiEnv } from './env';

const balanceCall = z.object({ ...identity, balanceOperation: z.object({}) });

/**
 * While the state's `lostUpdates` is on, concurrent balance operations on one pass all start from the
 * balance that the first of them read, so that only the last one counts. A request counts from its arrival
 * to its response.
 */
export function lostUpdates(traffic: Traffic): MiddlewareHandler<ApiEnv> {
  const inFlight = new Map<Pass, StartBalance & { requests: number }>();
  return async (c, next) => {
    const pass = traffic.state.lostUpdates ? await passOf(c, traffic) : undefined;
    if (pass === undefined) return next();
    const start = inFlight.get(pass) ?? { balance: pass.templateFields.balance, requests: 0 };
    inFlight.set(pass, start);
    start.requests += 1;
    c.set('startBalance', start);
    try {
      await next();
    } finally {
      start.requests -= 1;
      if (start.requests === 0) inFlight.delete(pass);
    }
  };
}

/** The pass whose balance a request changes, if any. */
async function passOf(c: ApiContext, { state }: Traffic): Promise<Pass | undefined> {
  try {
    const call = balanceCall.safeParse(JSON.parse(await c.req.text()));
    return call.success ? findPass(state, call.data) : undefined;
  } catch {
    // Not JSON: the handler refuses it.
    return undefined;
  }
}
