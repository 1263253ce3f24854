import type { ServiceClient } from '../http/client';
import { accountSchema, type Account } from '../service/schemas';
import { endpoint } from './endpoints';

/** `POST /auth`: the owner of the key. Works with every scope. */
export function checkAccount(client: ServiceClient): Promise<Account> {
  return client.call({
    ...endpoint('POST /auth'),
    schema: accountSchema,
  });
}

/** `Harbor & Pine (owner@example.com)`, or the part of it that the service returns, if any. */
export function accountLabel({ displayName, email }: Account): string | undefined {
  return displayName && email ? `${displayName} (${email})` : displayName || email || undefined;
}
