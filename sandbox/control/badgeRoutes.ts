import { Hono } from 'hono';
import { z } from 'zod';

import { parse } from '../resources/validate';
import { BADGE_PASS_STATUSES } from '../state/badgeEntities';
import type { BadgeControl } from './badges';

/** The badge controls over HTTP; each mirrors a method of `BadgeControl`. */
export function badgeControlRoutes(control: BadgeControl) {
  const routes = new Hono();
  routes.post('/badge-invites/:code/badge-added', (c) =>
    c.json(control.badgeAdded(c.req.param('code'))),
  );
  routes.get('/badge-invites', (c) => c.json(control.badgeInvites()));
  routes.get('/badge-passes', (c) => c.json(control.badgePasses()));
  routes.put('/badge-passes/:id/status', async (c) => {
    const { status } = parse(z.object({ status: z.enum(BADGE_PASS_STATUSES) }), await c.req.json());
    control.setBadgePassStatus(c.req.param('id'), status);
    return c.json({ done: true });
  });
  return routes;
}
