import type { Caller } from '../../auth/caller';

/** `POST /auth`: whose key this is, whatever its scopes. */
export function checkAccount({ account }: Caller) {
  return { displayName: account.displayName, email: account.email };
}
