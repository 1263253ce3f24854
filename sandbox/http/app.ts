import { Hono } from 'hono';

import type { SandboxControl } from '../control/control';
import { controlRoutes, type SandboxInfo } from '../control/routes';
import type { Traffic } from '../control/traffic';
import { ServiceError } from '../errors';
import { pageRoutes } from '../pages/routes';
import type { ApiEnv } from './env';
import { lostUpdates } from './lostUpdates';
import { accountRoutes } from './routes/account';
import { apiKeyRoutes } from './routes/apiKeys';
import { badgeRoutes } from './routes/badges';
import { fileRoutes } from './routes/files';
import { passRoutes } from './routes/passes';
import { templateRoutes } from './routes/templates';
import { trafficGate } from './traffic';

/**
 * Everything the sandbox serves: pages for people, the test controls, and the API.
 * @param changed called after every request that may have changed the state
 */
export function createApp(
  traffic: Traffic,
  control: SandboxControl,
  info: () => SandboxInfo,
  changed: () => void = () => undefined,
) {
  const app = new Hono<ApiEnv>();
  app.use('*', async (c, next) => {
    await next();
    if (c.req.method !== 'GET') changed();
  });
  // Pages and controls come first: they bypass the API's middleware.
  app.route(
    '/',
    pageRoutes(() => traffic.state),
  );
  app.route('/_sandbox', controlRoutes(control, info));
  app.patch('/pass', lostUpdates(traffic));
  app.use('*', trafficGate(traffic));
  app.route('/', accountRoutes);
  app.route('/', passRoutes);
  app.route('/', templateRoutes);
  app.route('/', fileRoutes);
  app.route('/', apiKeyRoutes);
  app.route('/', badgeRoutes);
  app.notFound((c) => c.json({ error: 'Not found' }, 404));
  app.onError((error, c) => {
    if (error instanceof ServiceError) return c.json(error.toBody(), error.status);
    process.stderr.write(`${error.stack ?? error.message}\n`);
    return c.json({ error: 'Internal error' }, 500);
  });
  return app;
}
