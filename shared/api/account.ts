import type { ServiceClient } from '../http/client';
import { accountSchema } from '../service/schemas';
import type { Account } from '../service/schemas';

/** `POST /auth`: whose key it is, whatever its scopes. */
export function checkAccount(client: ServiceClient): Promise<Account> {
  return client.call({ method: 'POST', path: '/auth', retry: 'idempotent', parser: accountSchema });
}

/** `Harbour & Pine (owner@example.com)`, or what the service gives of it; `undefined` if nothing. */
export function accountLabel({ displayName, email }: Account): string | undefined {
  return displayName && email ? `${displayName} (${email})` : displayName || email || undefined;
}
