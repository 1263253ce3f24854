import { z } from 'zod';

import { SCOPES, type Scope } from '../../../shared/service/scopes';
import { type Caller, requireFullAccess } from '../../auth/caller';
import { badRequest, resourceNotFound, ServiceError } from '../../errors';
import type { ApiKey } from '../../state/entities';
import type { State } from '../../state/state';
import { parse, requiredText } from '../validate';
import { addApiKey, apiKeyView, keyPrefix, newKeyValue } from './key';

/** Actions that only the owner may perform; no scope covers them. */
const OWNER_ONLY = /^(compan(y|ies)|billing|(custom)?domains?|(api)?keys?)\b/;

/**
 * `GET /api-keys`: every key of the account; only the Default key comes with its value, in `plaintext`.
 * @throws ServiceError 403 for a scoped key
 */
export function listApiKeys(state: State, caller: Caller) {
  requireFullAccess(caller);
  const keys = state.keys.ofAccount(caller.account.id);
  return {
    keys: keys.map((key) => ({ ...apiKeyView(key), plaintext: key.defaultValue })),
  };
}

export const createInput = z.object({
  label: requiredText,
  scopes: z.array(z.string()).min(1, 'must hold at least 1 scope'),
});

/**
 * `POST /api-keys`: create a scoped key. Only this response contains its value.
 * @throws ServiceError 400 bad body or scopes, 402 without API access, 403 for a scoped key
 */
export function createApiKey(state: State, caller: Caller, body: unknown) {
  requireFullAccess(caller);
  const { label, scopes } = parse(createInput, body);
  checkScopes(scopes);
  if (!caller.account.settings.apiAccess) {
    throw new ServiceError(402, 'API keys is available on a paid plan.');
  }
  const plaintext = newKeyValue(state);
  const key = addApiKey(state, plaintext, {
    accountId: caller.account.id,
    label,
    scopes: [...new Set(scopes)],
  });
  return { key: apiKeyView(key), plaintext };
}

function checkScopes(scopes: readonly string[]): asserts scopes is readonly Scope[] {
  for (const scope of scopes) {
    if (SCOPES.some((known) => known === scope)) continue;
    const plain = scope.toLowerCase().replace(/[-_ ]/g, '');
    throw badRequest(
      OWNER_ONLY.test(plain)
        ? `${scope} is an owner-only permission and cannot be given to a scoped key.`
        : `Unknown scope: ${scope}`,
    );
  }
}

export const changeInput = z
  .object({ label: requiredText.optional(), disabled: z.boolean().optional() })
  .refine(
    ({ label, disabled }) => label !== undefined || disabled !== undefined,
    'Send label, disabled or both.',
  );

/**
 * `PATCH /api-keys/{id}`: rename, disable or enable. The Default key can be neither renamed nor
 * turned off.
 * @throws ServiceError 400 bad body or the Default key, 403 for a scoped key, 404 no such key
 */
export function changeApiKey(state: State, caller: Caller, id: string, body: unknown) {
  requireFullAccess(caller);
  const { label, disabled } = parse(changeInput, body);
  const key = ownKey(state, caller, id);
  if (key.defaultValue !== undefined && (label !== undefined || disabled === true)) {
    throw badRequest('The Default key cannot be renamed or turned off.');
  }
  if (label !== undefined) key.label = label;
  if (disabled === true) key.disabledAt ??= state.clock.now();
  if (disabled === false) key.disabledAt = null;
  return { key: apiKeyView(key) };
}

/**
 * `POST /api-keys/{id}/rotate`: replace the value and enable the key; the old value stops working
 * immediately.
 * @throws ServiceError 403 for a scoped key, 404 no such key
 */
export function rotateApiKey(state: State, caller: Caller, id: string) {
  requireFullAccess(caller);
  const key = ownKey(state, caller, id);
  const plaintext = newKeyValue(state);
  state.keys.replaceValue(key, plaintext);
  key.prefix = keyPrefix(plaintext);
  key.disabledAt = null;
  key.rotatedAt = state.clock.now();
  if (key.defaultValue !== undefined) key.defaultValue = plaintext;
  return { key: apiKeyView(key), plaintext };
}

function ownKey(state: State, caller: Caller, id: string): ApiKey {
  const key = state.keys.ofAccount(caller.account.id).find((known) => known.id === id);
  if (key === undefined) throw resourceNotFound();
  return key;
}
