import { createHash } from 'node:crypto';

import { KEY_HEADER } from '../../shared/service/vocabulary';
import { ServiceError, notAuthorized } from '../errors';
import type { ApiKey } from '../state/entities';
import type { State } from '../state/state';
import type { ApiContext } from './env';

/** SHA-256 of a key's value, which itself is not stored. */
export function fingerprintOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Find a key by its value. */
export function findKey(state: State, value: string): ApiKey | undefined {
  const fingerprint = fingerprintOf(value);
  return [...state.keys.values()].find((key) => key.fingerprint === fingerprint);
}

/**
 * The key of a request.
 * @param keyHeaderOnly true on endpoints that read only `X-API-Key`
 * @throws ServiceError 401 for a missing, unknown or disabled key, or for an unsupported Bearer
 */
export function authenticate(c: ApiContext, keyHeaderOnly: boolean): ApiKey {
  const state = c.get('state');
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const value = c.req.header(KEY_HEADER) ?? (keyHeaderOnly ? undefined : bearer);
  if (value === undefined) throw notAuthorized();
  const key = findKey(state, value);
  if (key === undefined || key.disabledAt !== null) throw new ServiceError(401, 'Invalid API key');
  key.lastUsedAt = state.clock.now();
  c.get('logged').keyLabel = key.preset ?? key.label;
  return key;
}
