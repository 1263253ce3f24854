import { Hono } from 'hono';

import type { SandboxControl } from '../control/control';
import { controlRoutes, type SandboxInfo } from '../control/routes';
import { ServiceError } from '../errors';
import { pageRoutes } from '../pages/routes';
import { apiKeyEndpoints } from '../resources/apiKeys';
import { badgeEndpoints } from '../resources/badges/endpoints';
import { fileEndpoints } from '../resources/files/endpoints';
import { issueEndpoints } from '../resources/passes/issue';
import { messageEndpoints } from '../resources/passes/notify';
import { readEndpoints } from '../resources/passes/read';
import { updateEndpoints } from '../resources/passes/update';
import { templateEndpoints } from '../resources/templates/endpoints';
import { limitedBody, onlyOwnPages } from './boundary';
import type { Endpoint } from './endpoint';
import type { ApiEnv } from './env';
import type { Traffic } from './traffic';

/** Every endpoint of the API. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...apiKeyEndpoints,
  ...issueEndpoints,
  ...readEndpoints,
  ...updateEndpoints,
  ...messageEndpoints,
  ...templateEndpoints,
  ...fileEndpoints,
  ...badgeEndpoints,
];

/**
 * Everything the sandbox serves: pages for people, the test controls, and the API.
 * @param apiPath in front of all endpoints
 */
export function createApp(
  traffic: Traffic,
  control: SandboxControl,
  { apiPath, ...info }: SandboxInfo & { apiPath: string },
) {
  const app = new Hono<ApiEnv>();
  app.use('*', onlyOwnPages(info.baseUrl), limitedBody);
  // Pages and controls come first: they bypass the API's middleware.
  app.route(
    '/',
    pageRoutes(() => traffic.state, info),
  );
  app.route('/_sandbox', controlRoutes(control, info));
  app.use(`${apiPath}/*`, traffic.gate);
  for (const { method, path, handle } of ENDPOINTS) app.on(method, apiPath + path, handle);
  app.notFound((c) => c.json({ error: 'Not found' }, 404));
  app.onError((error, c) => {
    if (error instanceof ServiceError) return c.json(error.toBody(), error.status);
    // The message may repeat what the request contained, which a terminal must not obey.
    process.stderr.write(`${(error.stack ?? error.message).replace(/(?!\n)\p{Cc}/gu, '?')}\n`);
    return c.json({ error: 'Internal error' }, 500);
  });
  return app;
}
