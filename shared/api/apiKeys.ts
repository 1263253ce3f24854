/** Calls to the key endpoints. Only a Full access key may use them, except for the check of a key. */

import { type ServiceError, settle } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import { isOutage } from '../http/retryPolicy';
import { correctBaseUrl } from '../http/url';
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

/**
 * The account of a connection that a person has just entered. If its base URL has no service, but the same URL with or
 * without `/api` at its end has, the error says so.
 */
export async function checkConnection(client: ServiceClient): Promise<Account> {
  const { value, failure } = await settle(checkAccount(client));
  if (!failure) return value;
  const { status = 0 } = failure;
  // An outage or a rate limit does not mean that the URL is wrong.
  const mayBeElsewhere = status > 0 && status !== 429 && !isOutage(status);
  if (isRefusedKey(failure) || !mayBeElsewhere) throw failure;
  const fix = await correctBaseUrl(client.baseUrl, () => isServiceAtOther(client));
  if (fix === undefined) throw failure;
  const message = `There is no wallet pass service at 'Base URL' (status ${status})`;
  throw failure.with({ message, fix });
}

async function isServiceAtOther(client: ServiceClient): Promise<boolean> {
  const call = { ...endpoint('POST /auth'), schema: accountSchema, atOtherBaseUrl: true } as const;
  const { failure } = await settle(client.call(call));
  return !failure || isRefusedKey(failure);
}

/** Whether the service itself refuses the key, or the plan of its account. */
function isRefusedKey({ kind }: ServiceError): boolean {
  return kind === 'wrongKey' || kind === 'planLimit';
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
