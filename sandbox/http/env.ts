import type { Context } from 'hono';

import type { LoggedRequest } from '../control/requestLog';
import type { State } from '../state/state';

/** The connection that a request came in on. */
export interface Connection {
  /** Drop it, after the first half of the body of a response if there is one. */
  drop(response?: Response): void;
}

/** Context of an API request, shared by its handlers. */
export interface ApiEnv {
  Bindings: Connection;
  Variables: {
    state: State;
    logged: LoggedRequest;
    /** The body as text; empty if it is a form with files. */
    bodyText: string;
    /** While updates may be lost: the balance at arrival, which a balance operation starts from. */
    startBalance?: { balance: string | number | undefined };
  };
}
export type ApiContext = Context<ApiEnv>;

/** Whether the body is a form with files. */
export function isMultipart(c: ApiContext): boolean {
  return c.req.header('Content-Type')?.toLowerCase().startsWith('multipart/') === true;
}
