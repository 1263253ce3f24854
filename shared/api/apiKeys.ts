/** Calls to the key endpoints. Only a Full access key may use them. */

import type { ServiceClient } from '../http/client';
import {
  apiKeyListSchema,
  changedKeySchema,
  newKeySchema,
  rotatedKeySchema,
  type ApiKey,
} from '../service/schemas';
import type { Scope } from '../service/scopes';
import { endpoint } from './endpoints';
import { nameNotFound } from './notFound';

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
  return client
    .call({
      ...endpoint('PATCH /api-keys/{id}', keyId),
      json: body,
      schema: changedKeySchema,
    })
    .catch(nameNotFound(KEY, keyId));
}

/** `POST /api-keys/{id}/rotate`. Each call creates another value. */
export function rotateKey(client: ServiceClient, keyId: string) {
  return client
    .call({
      ...endpoint('POST /api-keys/{id}/rotate', keyId),
      json: {},
      schema: rotatedKeySchema,
    })
    .catch(nameNotFound(KEY, keyId));
}

const KEY = {
  noun: 'API key',
  field: 'keyId',
  hint: "Choose the key again in 'Key'. It may belong to a different account than this credential.",
};
