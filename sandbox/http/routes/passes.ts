import { Hono } from 'hono';

import { exportPasses } from '../../resources/passes/export';
import { issuePasses } from '../../resources/passes/issue';
import { listPasses, searchPasses } from '../../resources/passes/list';
import { notifyPass } from '../../resources/passes/notify';
import { readPass } from '../../resources/passes/read';
import { resendPass } from '../../resources/passes/resend';
import { updatePass } from '../../resources/passes/update';
import type { ApiEnv } from '../env';
import { callerOf, jsonBody } from '../request';

const KEY_HEADER_ONLY = { keyHeaderOnly: true };

/** Routes of passes. The singular ones read only `X-API-Key` (spec, Authentication 2). */
export const passRoutes = new Hono<ApiEnv>()
  .post('/pass', (c) =>
    c.json(issuePasses(c.get('state'), callerOf(c, KEY_HEADER_ONLY), jsonBody(c))),
  )
  .get('/pass', (c) =>
    c.json(readPass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), c.req.query())),
  )
  .patch('/pass', (c) =>
    c.json(
      updatePass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), jsonBody(c), c.get('startBalance')),
    ),
  )
  .post('/pass/:passId/notify', (c) =>
    c.json(
      notifyPass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), c.req.param('passId'), jsonBody(c)),
    ),
  )
  .post('/pass/:passId/resend', (c) =>
    c.json(
      resendPass(c.get('state'), callerOf(c, KEY_HEADER_ONLY), c.req.param('passId'), jsonBody(c)),
    ),
  )
  .get('/passes', (c) => c.json(listPasses(c.get('state'), callerOf(c), c.req.query())))
  .get('/passes/search', (c) => c.json(searchPasses(c.get('state'), callerOf(c), c.req.query())))
  .get('/passes/export', (c) =>
    c.body(exportPasses(c.get('state'), callerOf(c), c.req.query()), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="passes.csv"',
    }),
  );
