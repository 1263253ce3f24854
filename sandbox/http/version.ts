import type { MiddlewareHandler } from 'hono';

import { SERVICE_VERSION, VERSION_HEADER } from '../../shared/service/vocabulary';
import type { ApiEnv } from './env';

/**
 * Echo the version used, on template and file endpoints. There is only one version, so the request's pin
 * has no effect.
 */
export const echoVersion: MiddlewareHandler<ApiEnv> = async (c, next) => {
  c.header(VERSION_HEADER, SERVICE_VERSION);
  await next();
};
