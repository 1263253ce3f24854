/** Calls to the key endpoints. Only a Full access key may use them, except for the check of a key. */

import type { ServiceClient } from '../http/client';
import {
  accountSchema,
  apiKeyListSchema,
  changedKeySchema,
  newKeySchema,
  rotatedKeySchema,
  type Account,
  type ApiKey,
} from '../service/schemas';
import type { Scope } from '../service/scopes';
import { endpoint } from './endpoints';

/** `POST /auth`: the owner of the key. Works with every scope. */
export function checkAccount(client: ServiceClient): Promise<Account> {
  return client.call({ ...endpoint('POST /auth'), schema: accountSchema });
}

/** `Harbor & Pine (owner@example.com)`, or the part that the service returns; `undefined` for neither. */
export function accountLabel({ displayName, email }: Account): string | undefined {
  return displayName && email ? `${displayName} (${email})` : displayName || email || undefined;
}

/** `GET /api-keys`, without values: the schema drops the value of the Default key. */
export function listKeys(client: ServiceClient): Promise<ApiKey[]> {
  return client.call({ ...endpoint('GET /api-keys'), schema: apiKeyListSchema });
}

/** `POST /api-keys`. Only this response contains the value of the key. */
export function postKey(client: ServiceClient, body: { label: string; scopes: Scope[] }) {
  return client.call({ ...endpoint('POST /api-keys'), json: body, schema: newKeySchema });
}

export function patchKey(
  client: ServiceClient,
  keyId: string,
  body: { label?: string; disabled?: boolean },
): Promise<ApiKey> {
  return client.call({
    ...endpoint('PATCH /api-keys/{id}', keyId),
    json: body,
    schema: changedKeySchema,
  });
}

/** `POST /api-keys/{id}/rotate`. Each call creates another value. */
export function rotateKey(client: ServiceClient, keyId: string) {
  return client.call({
    ...endpoint('POST /api-keys/{id}/rotate', keyId),
    json: {},
    schema: rotatedKeySchema,
  });
}
