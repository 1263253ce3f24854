import { Hono } from 'hono';

import { notifyTemplate } from '../../resources/templates/notify';
import { listTemplates, readTemplate } from '../../resources/templates/read';
import type { ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';
import { echoVersion } from '../version';

/** Routes of templates; every answer of theirs echoes the API version. */
export const templateRoutes = new Hono<ApiEnv>()
  .use('/templates/*', echoVersion)
  .use('/template/*', echoVersion)
  .get('/templates', (c) => c.json(listTemplates(c.get('state'), callerOf(c), c.req.query())))
  .get('/templates/:templateId', (c) =>
    c.json(readTemplate(c.get('state'), callerOf(c), c.req.param('templateId'))),
  )
  .post('/template/:templateId/notification', (c) =>
    c.json(notifyTemplate(c.get('state'), callerOf(c), c.req.param('templateId'), jsonBody(c))),
  );
