import { Hono } from 'hono';

import { listHolderPasses, listHolders } from '../../resources/badges/holders';
import { cancelInvite, createInvite, listInvites } from '../../resources/badges/invites';
import { changeLifecycle } from '../../resources/badges/lifecycle';
import { removeHolder, renameHolder } from '../../resources/badges/person';
import { listBadges, readBadge } from '../../resources/badges/templates';
import type { ApiContext, ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';

const reading = (c: ApiContext) => ({ unreadable: c.get('credentialsNull') });

/** Routes of access badges. */
export const badgeRoutes = new Hono<ApiEnv>()
  .basePath('/badge')
  .get('/templates', (c) => c.json(listBadges(c.get('state'), callerOf(c))))
  .get('/templates/:id', (c) => c.json(readBadge(c.get('state'), callerOf(c), c.req.param('id'))))
  .post('/templates/:id/invites', (c) =>
    c.json(createInvite(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .get('/templates/:id/invites', (c) =>
    c.json(listInvites(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .delete('/templates/:id/invites', (c) =>
    c.json(cancelInvite(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .get('/users', (c) => c.json(listHolders(c.get('state'), callerOf(c), c.req.query(), reading(c))))
  .patch('/users/:id', (c) =>
    c.json(renameHolder(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .delete('/users/:id', (c) => c.json(removeHolder(c.get('state'), callerOf(c), c.req.param('id'))))
  .get('/users/:id/passes', (c) =>
    c.json(
      listHolderPasses(c.get('state'), callerOf(c), c.req.param('id'), c.req.query(), reading(c)),
    ),
  )
  .post('/passes/:id/lifecycle', (c) =>
    c.json(changeLifecycle(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c)), 202),
  );
