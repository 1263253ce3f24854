import { Hono } from 'hono';

import { badgeFilter, listHolderPasses, listHolders } from '../../resources/badges/holders';
import {
  cancelInput,
  cancelInvite,
  createInvite,
  inviteInput,
  listInvites,
} from '../../resources/badges/invites';
import { changeLifecycle, lifecycleInput } from '../../resources/badges/lifecycle';
import { removeHolder, renameHolder, renameInput } from '../../resources/badges/person';
import { listBadges, readBadge } from '../../resources/badges/templates';
import { reportUnknownKeys } from '../unknownKeys';
import type { ApiContext, ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';

const reading = (c: ApiContext) => ({ unreadable: c.get('credentialsNull') });

/** Routes of access badges. */
export const badgeRoutes = new Hono<ApiEnv>()
  .basePath('/badge')
  .get('/templates', reportUnknownKeys({}), (c) => c.json(listBadges(c.get('state'), callerOf(c))))
  .get('/templates/:id', reportUnknownKeys({}), (c) =>
    c.json(readBadge(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .post('/templates/:id/invites', reportUnknownKeys({ body: inviteInput }), (c) =>
    c.json(createInvite(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .get('/templates/:id/invites', reportUnknownKeys({}), (c) =>
    c.json(listInvites(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .delete('/templates/:id/invites', reportUnknownKeys({ body: cancelInput }), (c) =>
    c.json(cancelInvite(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .get('/users', reportUnknownKeys({ query: badgeFilter }), (c) =>
    c.json(listHolders(c.get('state'), callerOf(c), c.req.query(), reading(c))),
  )
  .patch('/users/:id', reportUnknownKeys({ body: renameInput }), (c) =>
    c.json(renameHolder(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .delete('/users/:id', reportUnknownKeys({}), (c) =>
    c.json(removeHolder(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .get('/users/:id/passes', reportUnknownKeys({ query: badgeFilter }), (c) =>
    c.json(
      listHolderPasses(c.get('state'), callerOf(c), c.req.param('id'), c.req.query(), reading(c)),
    ),
  )
  .post('/passes/:id/lifecycle', reportUnknownKeys({ body: lifecycleInput }), (c) =>
    c.json(changeLifecycle(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c)), 202),
  );
