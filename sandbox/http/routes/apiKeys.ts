import { Hono } from 'hono';

import {
  changeApiKey,
  changeInput,
  createApiKey,
  createInput,
  listApiKeys,
  rotateApiKey,
} from '../../resources/apiKeys/manage';
import { reportUnknownKeys } from '../unknownKeys';
import type { ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';

/** Routes of API keys; only a Full access key may call them. */
export const apiKeyRoutes = new Hono<ApiEnv>()
  .get('/api-keys', reportUnknownKeys({}), (c) => c.json(listApiKeys(c.get('state'), callerOf(c))))
  .post('/api-keys', reportUnknownKeys({ body: createInput }), (c) =>
    c.json(createApiKey(c.get('state'), callerOf(c), jsonBody(c))),
  )
  .patch('/api-keys/:id', reportUnknownKeys({ body: changeInput }), (c) =>
    c.json(changeApiKey(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .post('/api-keys/:id/rotate', reportUnknownKeys({}), (c) =>
    c.json(rotateApiKey(c.get('state'), callerOf(c), c.req.param('id'))),
  );
