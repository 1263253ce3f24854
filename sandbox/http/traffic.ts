import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';

import type { FaultKind } from '../control/faults';
import { type RetryAfter, retryAfterHeader } from '../control/retryAfter';
import type { Traffic } from '../control/traffic';
import type { ApiContext, ApiEnv } from './env';
import { applyFault, sleepUnref } from './applyFault';
import { isMultipart } from './request';

/** Log every request, delay it, and apply queued faults and the rate limit. */
export function trafficGate(traffic: Traffic): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { state, log } = traffic;
    const { method, path } = c.req;
    const bodyText = isMultipart(c) ? '' : await c.req.text();
    const entry = log.begin({
      method,
      path,
      query: { ...c.req.query() },
      headers: c.req.header(),
      body: jsonOrText(bodyText),
      at: state.clock.now(),
    });
    c.set('state', state);
    c.set('logged', entry);
    c.set('bodyText', bodyText);

    const fault = traffic.faults.take(entry);
    entry.fault = fault?.kind;
    c.set('credentialsNull', fault?.kind === 'credentialsNull');
    const wait = fault === undefined ? traffic.bucket?.take() : undefined;
    if (traffic.latency > 0) await sleepUnref(traffic.latency);

    let response: Response | undefined;
    if (wait !== undefined && traffic.bucket !== undefined) {
      response = rateLimited(c, traffic.bucket.limit.retryAfter, wait, state.clock.wall());
    } else if (isProcessed(fault)) {
      await next();
      entry.outcome = c.res.status;
      response = c.res;
    }
    if (fault !== undefined) response = refusalOf(c, fault, state.clock.wall()) ?? response;
    const sent = await applyFault(c, response, fault);
    log.end(entry, sent?.status ?? null);
    // Otherwise Hono merges the headers of the replaced response.
    c.res = undefined;
    c.res = sent ?? RESPONSE_ALREADY_SENT;
  };
}

function isProcessed(fault: FaultKind | undefined): boolean {
  if (fault?.kind === 'unavailable' || fault?.kind === 'intercepted') {
    return fault.processed === true;
  }
  return !['dropBefore', 'rateLimited', 'usersListFailed', 'lifecycleFailed'].includes(
    fault?.kind ?? '',
  );
}

function refusalOf(c: ApiContext, fault: FaultKind, now: number): Response | undefined {
  if (fault.kind === 'rateLimited') {
    return rateLimited(c, fault.retryAfter ?? 'none', fault.seconds ?? 1, now);
  }
  if (fault.kind === 'usersListFailed') return c.json({ error: 'users_list_failed' }, 502);
  if (fault.kind === 'lifecycleFailed') return c.json({ error: 'lifecycle_failed' }, 502);
  if (fault.kind === 'intercepted') {
    const page = fault.body ?? `<html><h1>${fault.status}</h1></html>`;
    return new Response(page, { status: fault.status, headers: { 'Content-Type': 'text/html' } });
  }
  if (fault.kind !== 'unavailable') return undefined;
  const headers = retryAfterHeader(fault.retryAfter ?? 'none', fault.seconds ?? 1, now);
  return fault.body === undefined
    ? c.json({ error: 'The service is not available right now.' }, fault.status, headers)
    : c.body(fault.body, fault.status, { ...headers, 'Content-Type': 'text/html' });
}

function rateLimited(c: ApiContext, form: RetryAfter, wait: number, now: number): Response {
  return c.json({ error: 'Too many requests.' }, 429, retryAfterHeader(form, wait, now));
}

function jsonOrText(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
