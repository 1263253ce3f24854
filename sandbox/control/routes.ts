import { Hono } from 'hono';
import { z } from 'zod';

import { SCOPES } from '../../shared/service/scopes';
import { MESSAGE_CHANNELS, TEMPLATE_TYPES } from '../../shared/service/vocabulary';
import { ServiceError } from '../errors';
import { parse } from '../resources/validate';
import type { Foreign } from '../seed/foreign';
import { badgeControlRoutes } from './badgeRoutes';
import type { SandboxControl } from './control';
import type { Fault } from './faults';

/** What a visitor needs to start: addresses, keys and seeded IDs. */
export interface SandboxInfo {
  baseUrl: string;
  indexUrl: string;
  keys: Record<string, string>;
  templates: Record<string, string>;
  badges: Record<string, string>;
  foreign: Foreign;
}

const ms = z.number().finite();
const retryAfter = z.enum(['seconds', 'date', 'none']);
const match = z.object({ method: z.string().optional(), path: z.string().optional() }).optional();
const common = { match, count: z.number().int().min(1).optional() };
const wait = { retryAfter: retryAfter.optional(), seconds: z.number().min(0).optional() };
const fault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rateLimited'), ...wait, ...common }),
  z.object({
    kind: z.literal('unavailable'),
    status: z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]),
    processed: z.boolean().optional(),
    body: z.string().optional(),
    ...wait,
    ...common,
  }),
  z.object({
    kind: z.literal('intercepted'),
    status: z.number().int().min(200).max(599),
    body: z.string().optional(),
    ...common,
  }),
  z.object({ kind: z.literal('dropBefore'), ...common }),
  z.object({ kind: z.literal('dropAfter'), ...common }),
  z.object({
    kind: z.literal('late'),
    ms: ms.min(0),
    body: z.boolean().optional(),
    ...common,
  }),
  z.object({ kind: z.literal('cutOff'), ...common }),
  z.object({ kind: z.literal('garbled'), ...common }),
  z.object({ kind: z.literal('credentialsNull'), ...common }),
  z.object({ kind: z.literal('usersListFailed'), ...common }),
  z.object({ kind: z.literal('lifecycleFailed'), ...common }),
]) satisfies z.ZodType<Fault>;
const rateLimit = z.object({
  ratePerSecond: z.number().positive(),
  burst: z.number().int().min(1),
  retryAfter: retryAfter.default('none'),
});
const settings = z
  .object({
    sendNewPassesToEmail: z.boolean(),
    sendNewPassesToPhone: z.boolean(),
    messagingSetUp: z.boolean(),
    channels: z.array(z.enum(MESSAGE_CHANNELS)),
    passQuota: z.number().int().min(0).nullable(),
    plan: z.string(),
    apiAccess: z.boolean(),
    templateQuota: z.number().int().min(0).nullable(),
    templateTypes: z.array(z.enum(TEMPLATE_TYPES)).nullable(),
    locationQuota: z.number().int().min(0).nullable(),
    accessBadges: z.boolean(),
  })
  .partial()
  .strict();
const imageFetch = z
  .object({ allowedOrigins: z.array(z.string()), timeoutMs: z.number().int().min(1) })
  .partial()
  .strict();
const bulk = z.object({
  templateId: z.string(),
  count: z.number().int().min(1),
  options: z.record(z.unknown()).default({}),
});
const wallet = z.object({ wallet: z.enum(['a', 'b']) });

/** The test controls over HTTP, as JSON, without a key; each mirrors a method of `SandboxControl`. */
export function controlRoutes(control: SandboxControl, info: () => SandboxInfo) {
  const routes = new Hono();
  const done = { done: true };
  const body = async (c: { req: { text(): Promise<string> } }): Promise<unknown> =>
    JSON.parse((await c.req.text()) || '{}');

  routes.get('/info', (c) => c.json(info()));
  routes.post('/keys', async (c) => {
    const input = z.object({
      scopes: z.union([z.literal('all'), z.array(z.enum(SCOPES))]),
      label: z.string().optional(),
    });
    const { scopes, label } = parse(input, await body(c));
    return c.json({ key: control.addKey(scopes, label) });
  });
  routes.post('/keys/disable', async (c) => {
    control.disableKey(parse(z.object({ key: z.string() }), await body(c)).key);
    return c.json(done);
  });

  routes.get('/clock', (c) => c.json({ now: control.now() }));
  routes.put('/clock', async (c) => {
    const input = z.object({ at: ms.nullable(), running: z.boolean().optional() });
    const { at, running } = parse(input, await body(c));
    control.setClock(at, { running });
    return c.json({ now: control.now() });
  });
  routes.post('/clock/advance', async (c) => {
    control.advanceClock(parse(z.object({ ms }), await body(c)).ms);
    return c.json({ now: control.now() });
  });

  routes.put('/latency', async (c) => {
    control.setLatency(parse(z.object({ ms: ms.min(0) }), await body(c)).ms);
    return c.json(done);
  });
  routes.post('/faults', async (c) => {
    control.queueFault(parse(z.union([z.array(fault), fault]), await body(c)));
    return c.json(done);
  });
  routes.delete('/faults', (c) => {
    control.clearFaults();
    return c.json(done);
  });
  routes.put('/rate-limit', async (c) => {
    control.setRateLimit(parse(rateLimit, await body(c)));
    return c.json(done);
  });
  routes.delete('/rate-limit', (c) => {
    control.setRateLimit(null);
    return c.json(done);
  });
  routes.put('/page-cap', async (c) => {
    const input = z.object({ cap: z.number().int().min(1).nullable() });
    control.setPageCap(parse(input, await body(c)).cap);
    return c.json(done);
  });
  routes.put('/image-fetch', async (c) => {
    control.setImageFetch(parse(imageFetch, await body(c)));
    return c.json(done);
  });
  routes.patch('/account', async (c) => {
    control.setAccount(parse(settings, await body(c)));
    return c.json(done);
  });

  routes.post('/passes/:id/phone-added', async (c) => {
    control.phoneAdded(c.req.param('id'), parse(wallet, await body(c)).wallet);
    return c.json(done);
  });
  routes.post('/passes/:id/phone-removed', async (c) => {
    control.phoneRemoved(c.req.param('id'), parse(wallet, await body(c)).wallet);
    return c.json(done);
  });
  routes.put('/passes/:id/wallet-b-copy', async (c) => {
    const { exists } = parse(z.object({ exists: z.boolean() }), await body(c));
    control.setWalletBCopy(c.req.param('id'), exists);
    return c.json(done);
  });
  routes.post('/seed-passes', async (c) => {
    const { templateId, count, options } = parse(bulk, await body(c));
    return c.json({ ids: control.seedPasses(templateId, count, options) });
  });
  routes.post('/reset', async (c) => {
    const input = z.object({ seed: z.enum(['demo', 'templates']).optional() });
    control.reset(parse(input, await body(c)).seed);
    return c.json(done);
  });

  routes.route('/', badgeControlRoutes(control));
  routes.get('/passes', (c) => c.json(control.passes(c.req.query('templateId'))));
  routes.get('/passes/:id', (c) => {
    const pass = control.pass(c.req.param('id'));
    return pass === undefined ? c.json({ error: 'No such pass' }, 404) : c.json(pass);
  });
  routes.get('/outbox', (c) => c.json(control.outbox()));
  routes.get('/requests', (c) =>
    c.json({ requests: control.requests(), inFlightMax: control.inFlightMax() }),
  );
  routes.delete('/requests', (c) => {
    control.clearRequests();
    return c.json(done);
  });

  routes.all('*', (c) => c.json({ error: `No control ${c.req.method} ${c.req.path}` }, 404));

  routes.onError((error, c) => {
    if (error instanceof ServiceError) return c.json(error.toBody(), error.status);
    return c.json({ error: error.message }, 400);
  });
  return routes;
}
