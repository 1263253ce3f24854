import type { Account } from '../../service/schemas';

/** `Harbour & Pine (owner@example.com)`, or what the service gives of it; `undefined` if nothing. */
export function accountLabel({ displayName, email }: Account): string | undefined {
  return displayName && email ? `${displayName} (${email})` : displayName || email || undefined;
}
