import { z } from 'zod';
import { path } from '../http/url';
import type { ServiceClient } from '../http/client';
import type { Retry } from '../http/retryPolicy';
import { apiKeyListSchema, changedKeySchema, newKeySchema } from '../service/keySchema';
import type { ApiKey } from '../service/keySchema';
import { outgoing } from '../service/requests';
import { SCOPES } from '../service/scopes';
import { notFound } from './notFound';

/** Calls to the key endpoints. Only a Full access key may use them. */

const createRequest = z
  .object({ label: z.string().min(1), scopes: z.array(z.enum(SCOPES)).min(1) })
  .strict();
const changeRequest = z
  .object({ label: z.string().min(1).optional(), disabled: z.boolean().optional() })
  .strict();

/** `GET /api-keys`, without values: the schema drops the value of the Default key. */
export function listKeys(client: ServiceClient): Promise<ApiKey[]> {
  return client.call({
    method: 'GET',
    path: '/api-keys',
    parser: apiKeyListSchema,
  });
}

/** `POST /api-keys`. Only this response contains the value of the key. */
export function postKey(client: ServiceClient, body: z.input<typeof createRequest>, retry: Retry) {
  return client.call({
    method: 'POST',
    path: '/api-keys',
    json: outgoing(createRequest, body),
    retry,
    parser: newKeySchema,
  });
}

export function patchKey(
  client: ServiceClient,
  keyId: string,
  body: z.input<typeof changeRequest>,
  retry: Retry,
): Promise<ApiKey> {
  return client
    .call({
      method: 'PATCH',
      path: path`/api-keys/${keyId}`,
      json: outgoing(changeRequest, body),
      retry,
      canBeMissing: ['resource'],
      parser: changedKeySchema,
    })
    .catch(notFound(KEY, keyId));
}

/** `POST /api-keys/{id}/rotate`. Each call creates another value. */
export function rotateKey(client: ServiceClient, keyId: string, retry: Retry) {
  return client
    .call({
      method: 'POST',
      path: path`/api-keys/${keyId}/rotate`,
      json: {},
      retry,
      canBeMissing: ['resource'],
      parser: newKeySchema,
    })
    .catch(notFound(KEY, keyId));
}

const KEY = {
  noun: 'API key',
  field: 'keyId',
  hint: "Choose the key again in 'Key'. It may belong to a different account than this connection.",
};
