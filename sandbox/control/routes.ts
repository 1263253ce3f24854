import { type Context, Hono } from 'hono';
import type { z } from 'zod';

import { badRequest, ServiceError } from '../errors';
import { parse } from '../resources/validate';
import type { Foreign } from '../seed/foreign';
import type { SandboxControl } from './control';
import * as orders from './requestSchemas';
import { ownOriginOnly } from './origin';

/** Getting-started data: URLs, keys and seeded IDs. */
export interface SandboxInfo {
  baseUrl: string;
  indexUrl: string;
  keys: Record<string, string>;
  templates: Record<string, string>;
  badges: Record<string, string>;
  foreign: Foreign;
}

/**
 * The test controls over HTTP, as JSON, without a key; each mirrors a method of `SandboxControl`.
 * Invalid input returns 400, requests of pages on other origins 403.
 */
export function controlRoutes(control: SandboxControl, info: () => SandboxInfo) {
  const routes = new Hono();
  routes.use(
    '*',
    ownOriginOnly(() => info().baseUrl),
  );

  /** A route whose query (GET) or body must match `schema`; `id` is the path parameter. */
  const on = <Input>(
    method: string,
    path: string,
    schema: z.ZodType<Input, z.ZodTypeDef, unknown>,
    handle: (input: Input, id: string) => unknown,
  ) =>
    routes.on(method, path, async (c) => {
      const input = parse(schema, await inputOf(c));
      return c.json((handle(input, c.req.param('id') ?? '') ?? { done: true }) as object);
    });

  on('GET', '/info', orders.nothing, info);
  on('POST', '/keys', orders.newKey, ({ scopes, label }) => ({
    key: control.addKey(scopes, label),
  }));
  on('POST', '/keys/disable', orders.keyValue, ({ key }) => control.disableKey(key));

  const now = () => ({ now: control.now() });
  on('GET', '/clock', orders.nothing, now);
  on('PUT', '/clock', orders.clock, ({ at, running }) => {
    control.setClock(at, { running });
    return now();
  });
  on('POST', '/clock/advance', orders.advance, ({ ms }) => {
    control.advanceClock(ms);
    return now();
  });

  on('PUT', '/latency', orders.latency, ({ ms }) => control.setLatency(ms));
  on('POST', '/faults', orders.faults, (faults) => control.queueFault(faults));
  on('DELETE', '/faults', orders.nothing, () => control.clearFaults());
  on('PUT', '/rate-limit', orders.rateLimit, (limit) => control.setRateLimit(limit));
  on('DELETE', '/rate-limit', orders.nothing, () => control.setRateLimit(null));
  on('PUT', '/page-cap', orders.pageCap, ({ cap }) => control.setPageCap(cap));
  on('PUT', '/lost-updates', orders.lostUpdates, ({ on }) => control.setLostUpdates(on));
  on('PUT', '/image-fetch', orders.imageFetch, (settings) => control.setImageFetch(settings));
  on('PATCH', '/account', orders.account, (changes) => control.setAccount(changes));

  on('POST', '/passes/:id/phone-added', orders.wallet, ({ wallet }, id) =>
    control.phoneAdded(id, wallet),
  );
  on('POST', '/passes/:id/phone-removed', orders.wallet, ({ wallet }, id) =>
    control.phoneRemoved(id, wallet),
  );
  on('PUT', '/passes/:id/wallet-b-copy', orders.walletBCopy, ({ exists }, id) =>
    control.setWalletBCopy(id, exists),
  );
  on('POST', '/seed-passes', orders.bulk, ({ templateId, count, options }) => ({
    ids: control.seedPasses(templateId, count, options),
  }));
  on('POST', '/reset', orders.seedKind, ({ seed }) => control.reset(seed));

  on('POST', '/badge-invites/:id/badge-added', orders.nothing, (_, code) =>
    control.badgeAdded(code),
  );
  on('GET', '/badge-invites', orders.nothing, () => control.badgeInvites());
  on('GET', '/badge-passes', orders.nothing, () => control.badgePasses());
  on('PUT', '/badge-passes/:id/status', orders.badgeStatus, ({ status }, id) =>
    control.setBadgePassStatus(id, status),
  );

  on('GET', '/passes', orders.ofTemplate, ({ templateId }) => control.passes(templateId));
  on('GET', '/passes/:id', orders.nothing, (_, id) => {
    const pass = control.pass(id);
    if (pass === undefined) throw new ServiceError(404, 'No such pass');
    return pass;
  });
  on('GET', '/outbox', orders.nothing, () => control.outbox());
  on('GET', '/requests', orders.nothing, () => ({
    requests: control.requests(),
    inFlightMax: control.inFlightMax(),
  }));
  on('DELETE', '/requests', orders.nothing, () => control.clearRequests());

  routes.all('*', (c) => c.json({ error: `No control ${c.req.method} ${c.req.path}` }, 404));
  routes.onError((error, c) => {
    if (error instanceof ServiceError) return c.json(error.toBody(), error.status);
    return c.json({ error: error.message }, 400);
  });
  return routes;
}

/** The query of a GET, else the JSON body; `{}` when there is none. */
async function inputOf(c: Context): Promise<unknown> {
  if (c.req.method === 'GET') return Object.fromEntries(new URL(c.req.url).searchParams);
  const text = await c.req.text();
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
}
