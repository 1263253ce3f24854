import type { MiddlewareHandler } from 'hono';

/**
 * Refuse requests of web pages on other origins. The controls need no key, so a page that a developer has
 * open could otherwise use them. Requests without `Origin` (scripts, tests) pass. The origin is compared to
 * the names of this machine, not to `Host`, which a page can choose by letting its own name resolve to this
 * machine.
 */
export function ownOriginOnly(baseUrl: () => string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('Origin');
    const { port } = new URL(baseUrl());
    const own = ['127.0.0.1', 'localhost'].map((host) => new URL(`http://${host}:${port}`).origin);
    if (origin === undefined || own.includes(origin)) return next();
    return c.json({ error: `The controls do not accept requests of pages on ${origin}.` }, 403);
  };
}
