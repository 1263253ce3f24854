import { Hono } from 'hono';

import { changeInput, changeTemplate } from '../../resources/templates/change';
import { createInput, createTemplate } from '../../resources/templates/create';
import { deleteInput, deleteTemplate } from '../../resources/templates/delete';
import { duplicateInput, duplicateTemplate } from '../../resources/templates/duplicate';
import { messageInput } from '../../resources/passes/notify';
import { notifyTemplate } from '../../resources/templates/notify';
import { listInput, listTemplates, readTemplate } from '../../resources/templates/read';
import { accepts } from '../accepts';
import type { ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';
import { echoVersion } from '../version';

/** Routes of templates; every answer of theirs echoes the API version. */
export const templateRoutes = new Hono<ApiEnv>()
  .use('/templates/*', echoVersion)
  .use('/template/*', echoVersion)
  .get('/templates', accepts({ query: listInput }), (c) =>
    c.json(listTemplates(c.get('state'), callerOf(c), c.req.query())),
  )
  .post('/templates', accepts({ body: createInput }), (c) =>
    c.json(createTemplate(c.get('state'), callerOf(c), jsonBody(c)), 201),
  )
  .get('/templates/:id', accepts({}), (c) =>
    c.json(readTemplate(c.get('state'), callerOf(c), c.req.param('id'))),
  )
  .patch('/templates/:id', accepts({ body: changeInput }), (c) =>
    c.json(changeTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  )
  .delete('/templates/:id', accepts({ query: deleteInput }), (c) => {
    deleteTemplate(c.get('state'), callerOf(c), c.req.param('id'), c.req.query());
    return c.body(null, 204);
  })
  .post('/templates/:id/duplicate', accepts({ body: duplicateInput }), (c) =>
    c.json(duplicateTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c)), 201),
  )
  .post('/template/:id/notification', accepts({ body: messageInput }), (c) =>
    c.json(notifyTemplate(c.get('state'), callerOf(c), c.req.param('id'), jsonBody(c))),
  );
