import { Hono } from 'hono';

import { changeInput, changeTemplate } from '../../resources/templates/change';
import { createInput, createTemplate } from '../../resources/templates/create';
import { deleteInput, deleteTemplate } from '../../resources/templates/delete';
import { duplicateInput, duplicateTemplate } from '../../resources/templates/duplicate';
import { messageInput } from '../../resources/passes/notify';
import { notifyTemplate } from '../../resources/templates/notify';
import { listInput, listTemplates, readTemplate } from '../../resources/templates/read';
import { reportUnknownKeys } from '../unknownKeys';
import type { ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';
import { echoVersion } from '../version';

/** Routes of templates; all responses echo the API version. */
export const templateRoutes = new Hono<ApiEnv>()
  .use('/templates/*', echoVersion)
  .use('/template/*', echoVersion)
  .get('/templates', reportUnknownKeys({ query: listInput }), (c) =>
    c.json(listTemplates(c.get('state'), callerOf(c), c.req.query())),
  )
  .post('/templates', reportUnknownKeys({ body: createInput }), (c) =>
    c.json(createTemplate(c.get('state'), callerOf(c), jsonBody(c)), 201),
  )
  .get('/templates/:id', reportUnknownKeys({}), (c) =>
    c.json(readTemplate(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .patch('/templates/:id', reportUnknownKeys({ body: changeInput }), (c) =>
    c.json(changeTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .delete('/templates/:id', reportUnknownKeys({ query: deleteInput }), (c) => {
    deleteTemplate(c.get('state'), callerOf(c), c.req.param('id'), c.req.query());
    return c.body(null, 204);
  })
  .post('/templates/:id/duplicate', reportUnknownKeys({ body: duplicateInput }), (c) =>
    c.json(duplicateTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c)), 201),
  )
  .post('/template/:id/notification', reportUnknownKeys({ body: messageInput }), (c) =>
    c.json(notifyTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  );
