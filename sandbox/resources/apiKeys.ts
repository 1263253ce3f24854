import { z } from 'zod';

import { SCOPES, type Scope } from '../../shared/service/scopes';
import { KEY_PREFIX } from '../../shared/service/vocabulary';
import { badRequest, resourceNotFound, ServiceError } from '../errors';
import { fingerprintOf } from '../http/authenticate';
import { type Call, type Endpoint, endpoint } from '../http/endpoint';
import type { ApiKey } from '../state/entities';
import type { State } from '../state/state';
import { requiredText } from './validate';

/** Characters of the value that `prefix` shows after `svc_sk_`. */
const SHOWN = 8;
/** Actions that only the owner may perform; no scope covers them. */
const OWNER_ONLY = /^(compan(y|ies)|billing|(custom)?domains?|(api)?keys?)\b/;

/** What a key stores of its value. */
function storedValue(value: string): Pick<ApiKey, 'fingerprint' | 'prefix'> {
  return {
    fingerprint: fingerprintOf(value),
    prefix: value.slice(0, KEY_PREFIX.length + SHOWN),
  };
}

/** Create a key with the value. */
export function addApiKey(
  state: State,
  value: string,
  known: Pick<ApiKey, 'accountId' | 'label' | 'scopes'> & Partial<ApiKey>,
): ApiKey {
  const key: ApiKey = {
    id: state.random.id(),
    ...storedValue(value),
    createdAt: state.clock.now(),
    lastUsedAt: null,
    disabledAt: null,
    rotatedAt: null,
    ...known,
  };
  state.keys.set(key.id, key);
  return key;
}

/** The API keys of an account, in order of creation. */
function keysOf({ state, account }: Call): ApiKey[] {
  return [...state.keys.values()].filter(({ accountId }) => accountId === account.id);
}

/** A key in a response: never with its value. A Full access key lists every scope. */
function keyView(key: ApiKey) {
  const { id, label, prefix, scopes, createdAt, lastUsedAt, disabledAt, rotatedAt } = key;
  const listed = scopes === 'all' ? SCOPES : scopes;
  return { id, label, prefix, scopes: listed, createdAt, lastUsedAt, disabledAt, rotatedAt };
}

function ownKey(call: Call): ApiKey {
  const key = keysOf(call).find(({ id }) => id === call.id);
  if (key === undefined) throw resourceNotFound();
  return key;
}

function newKeyValue(state: State): string {
  return KEY_PREFIX + state.random.id() + state.random.id();
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

/** The account check, and the API keys, which only a Full access key may manage. */
export const apiKeyEndpoints: readonly Endpoint[] = [
  endpoint('POST /auth', {
    handle: ({ account: { displayName, email } }) => ({ displayName, email }),
  }),

  endpoint('GET /api-keys', {
    ownerOnly: true,
    handle: (call) => ({
      // Only the Default key comes with its value.
      keys: keysOf(call).map((key) => ({ ...keyView(key), plaintext: key.defaultValue })),
    }),
  }),

  endpoint('POST /api-keys', {
    ownerOnly: true,
    body: z.object({
      label: requiredText,
      scopes: z.array(z.string()).min(1, 'must have at least 1 scope'),
    }),
    handle: ({ state, account, body: { label, scopes } }) => {
      checkScopes(scopes);
      if (!account.settings.apiAccess) {
        throw new ServiceError(402, 'API keys is available on a paid plan.');
      }
      const plaintext = newKeyValue(state);
      const known = { accountId: account.id, label, scopes: [...new Set(scopes)] };
      return { key: keyView(addApiKey(state, plaintext, known)), plaintext };
    },
  }),

  /** Rename, disable or enable. */
  endpoint('PATCH /api-keys/:id', {
    ownerOnly: true,
    body: z
      .object({ label: requiredText.optional(), disabled: z.boolean().optional() })
      .refine(
        ({ label, disabled }) => label !== undefined || disabled !== undefined,
        'Send label, disabled or both.',
      ),
    handle: (call) => {
      const { label, disabled } = call.body;
      const key = ownKey(call);
      if (key.defaultValue !== undefined && (label !== undefined || disabled === true)) {
        throw badRequest('The Default key cannot be renamed or turned off.');
      }
      if (label !== undefined) key.label = label;
      if (disabled === true) key.disabledAt ??= call.state.clock.now();
      if (disabled === false) key.disabledAt = null;
      return { key: keyView(key) };
    },
  }),

  /** Replace the value and enable the key; the old value stops working immediately. */
  endpoint('POST /api-keys/:id/rotate', {
    ownerOnly: true,
    handle: (call) => {
      const key = ownKey(call);
      const plaintext = newKeyValue(call.state);
      Object.assign(key, storedValue(plaintext));
      key.disabledAt = null;
      key.rotatedAt = call.state.clock.now();
      if (key.defaultValue !== undefined) key.defaultValue = plaintext;
      return { key: keyView(key), plaintext };
    },
  }),
];
