import type { Scope } from '../../shared/service/scopes';
import { ServiceError, notAuthorized } from '../errors';
import type { Account, ApiKey } from '../state/entities';
import type { State } from '../state/state';

/** The caller of a request: the account, and the key whose scopes limit it. */
export interface Caller {
  account: Account;
  key: ApiKey;
}

/** The credential headers of a request. */
export interface Credentials {
  /** Value of `X-API-Key`. */
  apiKey: string | undefined;
  /** Value of `Authorization`. */
  authorization: string | undefined;
}

/**
 * Find the caller.
 * @param keyHeaderOnly true on endpoints that read only `X-API-Key`
 * @throws ServiceError 401 for a missing, unknown or disabled key, or for an unsupported Bearer
 */
export function authenticate(
  state: State,
  credentials: Credentials,
  keyHeaderOnly: boolean,
): Caller {
  const value = credentials.apiKey ?? (keyHeaderOnly ? undefined : bearer(credentials));
  if (value === undefined) throw notAuthorized();
  const key = state.keys.find(value);
  if (key === undefined || key.disabledAt !== null) throw new ServiceError(401, 'Invalid API key');
  key.lastUsedAt = state.clock.now();
  return { account: state.account(key.accountId), key };
}

function bearer({ authorization }: Credentials): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}

function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.key.scopes === 'all' || caller.key.scopes.includes(scope);
}

/**
 * Refuse a key that lacks `scope`.
 * @param coded true on `/pass`, notify, resend and template notification, whose body has a code
 * @throws ServiceError 403 `Missing permission: <scope>`
 */
export function requireScope(caller: Caller, scope: Scope, { coded = false } = {}): void {
  if (hasScope(caller, scope)) return;
  throw new ServiceError(
    403,
    `Missing permission: ${scope}`,
    coded ? { code: 'insufficient_scope' } : {},
  );
}

/**
 * Refuse a key that has none of the scopes; any one is enough.
 * @throws ServiceError 403 naming the first scope
 */
export function requireAnyScope(caller: Caller, scopes: readonly [Scope, ...Scope[]]): void {
  if (!scopes.some((scope) => hasScope(caller, scope))) requireScope(caller, scopes[0]);
}

/**
 * Refuse a key that may not act as the owner.
 * @throws ServiceError 403
 */
export function requireFullAccess(caller: Caller): void {
  if (caller.key.scopes === 'all') return;
  throw new ServiceError(403, 'This API key is scoped and cannot perform owner actions.');
}
