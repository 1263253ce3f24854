import { Hono } from 'hono';

import { exportInput, exportPasses } from '../../resources/passes/export';
import { issueInput, issuePasses } from '../../resources/passes/issue';
import { listInput, listPasses, searchInput, searchPasses } from '../../resources/passes/list';
import { notifyInput, notifyPass } from '../../resources/passes/notify';
import { readInput, readPass } from '../../resources/passes/read';
import { resendInput, resendPass } from '../../resources/passes/resend';
import { updateInput, updatePass } from '../../resources/passes/update';
import { reportUnknownKeys } from '../unknownKeys';
import type { ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';

const KEY_HEADER_ONLY = { keyHeaderOnly: true };

/** Routes of passes. The singular ones read only `X-API-Key`. */
export const passRoutes = new Hono<ApiEnv>()
  .post('/pass', reportUnknownKeys({ body: issueInput }), (c) =>
    c.json(issuePasses(c.get('state'), callerOf(c, KEY_HEADER_ONLY), jsonBody(c))),
  )
  .get('/pass', reportUnknownKeys({ query: readInput }), (c) =>
    c.json(readPass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), c.req.query())),
  )
  .patch('/pass', reportUnknownKeys({ body: updateInput }), (c) =>
    c.json(
      updatePass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), jsonBody(c), c.get('startBalance')),
    ),
  )
  .post('/pass/:passId/notify', reportUnknownKeys({ body: notifyInput }), (c) =>
    c.json(
      notifyPass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), c.req.param('passId'), jsonBody(c)),
    ),
  )
  .post('/pass/:passId/resend', reportUnknownKeys({ body: resendInput }), (c) =>
    c.json(
      resendPass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), c.req.param('passId'), jsonBody(c)),
    ),
  )
  .get('/passes', reportUnknownKeys({ query: listInput }), (c) =>
    c.json(listPasses(c.get('state'), callerOf(c), c.req.query())),
  )
  .get('/passes/search', reportUnknownKeys({ query: searchInput }), (c) =>
    c.json(searchPasses(c.get('state'), callerOf(c), c.req.query())),
  )
  .get('/passes/export', reportUnknownKeys({ query: exportInput }), (c) =>
    c.body(exportPasses(c.get('state'), callerOf(c), c.req.query()), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="passes.csv"',
    }),
  );
