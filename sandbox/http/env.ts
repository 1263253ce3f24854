import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

import type { Caller } from '../auth/caller';
import type { LoggedRequest } from '../control/requestLog';
import type { StartBalance } from '../resources/passes/update';
import type { State } from '../state/state';

/** Context of an API request, shared by its handlers. */
export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: {
    state: State;
    caller: Caller;
    logged: LoggedRequest;
    /** The body as text; absent if it is not JSON. */
    bodyText: string;
    /** The balance that a balance operation starts from, if it is not the pass's current one. */
    startBalance?: StartBalance;
    /** Return badge credentials as unreadable. */
    credentialsNull: boolean;
  };
}
export type ApiContext = Context<ApiEnv>;
