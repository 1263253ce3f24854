import { Hono } from 'hono';

import { changeTemplate } from '../../resources/templates/change';
import { createTemplate } from '../../resources/templates/create';
import { deleteTemplate } from '../../resources/templates/delete';
import { duplicateTemplate } from '../../resources/templates/duplicate';
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
  .post('/templates', (c) => c.json(createTemplate(c.get('state'), callerOf(c), jsonBody(c)), 201))
  .get('/templates/:id', (c) =>
    c.json(readTemplate(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .patch('/templates/:id', (c) =>
    c.json(changeTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .delete('/templates/:id', (c) => {
    deleteTemplate(c.get('state'), callerOf(c), c.req.param('id'), c.req.query());
    return c.body(null, 204);
  })
  .post('/templates/:id/duplicate', (c) =>
    c.json(duplicateTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c)), 201),
  )
  .post('/template/:id/notification', (c) =>
    c.json(notifyTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  );
