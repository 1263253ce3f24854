import { Hono } from 'hono';

import { checkAccount } from '../../resources/account/check';
import { reportUnknownKeys } from '../unknownKeys';
import type { ApiEnv } from '../env';
import { callerOf } from '../request';

/** Routes of the account. */
export const accountRoutes = new Hono<ApiEnv>().post('/auth', reportUnknownKeys({}), (c) =>
  c.json(checkAccount(callerOf(c))),
);
