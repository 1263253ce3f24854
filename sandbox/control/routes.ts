import { Hono } from 'hono';

import type { Seeded } from '../seed/seed';
import type { SandboxControl } from './control';

/** Getting-started data: URLs, keys and seeded IDs. */
export type SandboxInfo = { baseUrl: string; indexUrl: string } & Omit<Seeded, 'accountId'>;

/**
 * The test controls over HTTP, without a key: `POST /_sandbox/<name>` calls a method of `SandboxControl` with a
 * JSON list of arguments. `GET` reads what needs no arguments, such as `info` and `requests`. An error returns 400.
 */
export function controlRoutes(control: SandboxControl, info: SandboxInfo) {
  const routes = new Hono();
  const controls = control as unknown as Record<string, (...args: unknown[]) => unknown>;
  const call = (name: string, args: unknown[]) => {
    const method = Object.hasOwn(control, name) ? controls[name] : undefined;
    if (method === undefined) throw new Error(`No control ${name}`);
    return method(...args) ?? null;
  };
  routes.get('/info', (c) => c.json(info));
  for (const name of ['now', 'outbox', 'passes', 'badgePasses', 'badgeInvites', 'requests']) {
    routes.get(`/${name}`, (c) => c.json(call(name, []) as object));
  }
  routes.post('/:name', async (c) => {
    const text = await c.req.text();
    const args: unknown = text === '' ? [] : JSON.parse(text);
    if (!Array.isArray(args)) throw new Error('Send the arguments as a JSON list.');
    return c.json(call(c.req.param('name'), args) as object);
  });
  routes.all('*', (c) => c.json({ error: `No control ${c.req.method} ${c.req.path}` }, 404));
  routes.onError((error, c) => c.json({ error: error.message }, 400));
  return routes;
}
