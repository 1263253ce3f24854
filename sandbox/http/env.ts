import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Caller } from '../auth/caller';
import type { LoggedRequest } from '../control/requestLog';
import type { State } from '../state/state';

/** What an API request carries through the handlers. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: {
    state: State;
    caller: Caller;
    logged: LoggedRequest;
    /** The body as text; absent when it is not JSON. */
    bodyText: string;
    /** Badge credentials are to be answered as unreadable. */
    credentialsNull: boolean;
  };
}
export type ApiContext = Context<ApiEnv>;
