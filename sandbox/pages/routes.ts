import { Hono } from 'hono';

import type { Traffic } from '../control/traffic';
import type { ApiEnv } from '../http/env';

/** Pages for people. */
export function pageRoutes(_traffic: Traffic) {
  return new Hono<ApiEnv>();
}
