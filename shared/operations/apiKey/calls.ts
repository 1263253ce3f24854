import { z } from 'zod';

import type { ServiceClient } from '../../http/client';
import { path } from '../../http/client';
import { ServiceFailure } from '../../http/failures';
import type { Retry } from '../../http/retry';
import { apiKeyListSchema, changedKeySchema, newKeySchema } from '../../service/keySchema';
import type { ApiKey } from '../../service/keySchema';
import { isoFromEpoch } from '../../service/dates';
import { KEY_PREFIX } from '../../service/vocabulary';
import { outgoing } from '../../service/requests';
import { SCOPES } from '../../service/scopes';
import { notFound } from '../notFound';
import type { Output } from '../operation';
import type { OutputFields } from '../output';
import { compact } from '../output';

/** Calls to the key endpoints. Only a Full access key may use them. */

const createRequest = z
  .object({ label: z.string().min(1), scopes: z.array(z.enum(SCOPES)).min(1) })
  .strict();
const changeRequest = z
  .object({ label: z.string().min(1).optional(), disabled: z.boolean().optional() })
  .strict();

/** Every key without its value: the schema does not even read the value of the Default key. */
export function listKeys(client: ServiceClient): Promise<ApiKey[]> {
  return client.call({
    method: 'GET',
    path: '/api-keys',
    answer: apiKeyListSchema,
  });
}

/** `POST /api-keys`. The value of the key is in this response only. */
export function postKey(client: ServiceClient, body: z.input<typeof createRequest>, retry: Retry) {
  return client.call({
    method: 'POST',
    path: '/api-keys',
    json: outgoing(createRequest, body),
    retry,
    answer: newKeySchema,
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
      answer: changedKeySchema,
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
      answer: newKeySchema,
    })
    .catch(notFound(KEY, keyId));
}

const KEY = {
  noun: 'API key',
  field: 'keyId',
  fix: "Choose the key again in 'Key'. It may belong to a different account than this credential.",
};

/**
 * Refuses to disable or rotate the key of this connection unless that was confirmed. Keys
 * are told apart by the prefix the service shows of them; where none of them fits, it may be any.
 * @param what was to be done: `rotated`
 */
export async function refuseOwnKey(
  client: ServiceClient,
  keyId: string,
  what: string,
): Promise<void> {
  const keys = await listKeys(client);
  const own = keys.filter(({ prefix }) => prefix && client.usesKey(prefix));
  const isOwn = own.some(({ id }) => id === keyId);
  if (!isOwn && own.length > 0) return;
  throw new ServiceFailure({
    kind: 'conflict',
    field: 'allowOwnKey',
    what: isOwn
      ? `This is the key that this connection uses; it was not ${what}`
      : `It cannot be told whether this is the key that this connection uses; it was not ${what}`,
    fix: "Every step with this credential would stop working at once. Turn 'Even the Key in Use' on to do it all the same.",
  });
}

export function keyOutput(key: ApiKey): Output {
  const { createdAt, lastUsedAt, disabledAt, rotatedAt } = key;
  return compact({
    id: key.id,
    label: key.label ?? undefined,
    prefix: key.prefix ?? undefined,
    scopes: key.scopes ?? undefined,
    disabled: disabledAt !== null && disabledAt !== undefined,
    createdAtIso: isoFromEpoch(createdAt),
    lastUsedAtIso: isoFromEpoch(lastUsedAt),
    disabledAtIso: isoFromEpoch(disabledAt),
    rotatedAtIso: isoFromEpoch(rotatedAt),
  });
}

export const keyFields = {
  id: { label: 'Key ID', type: 'string', always: true },
  label: { label: 'Label', type: 'string' },
  prefix: { label: 'Prefix', type: 'string' },
  scopes: { label: 'Scopes', type: 'list', items: 'string' },
  disabled: { label: 'Disabled', type: 'boolean', always: true },
  createdAtIso: { label: 'Created', type: 'datetime' },
  lastUsedAtIso: { label: 'Last Used', type: 'datetime' },
  disabledAtIso: { label: 'Disabled At', type: 'datetime' },
  rotatedAtIso: { label: 'Rotated', type: 'datetime' },
} satisfies OutputFields;

export const keySample = {
  id: 'key_2f81d0',
  label: 'n8n at the front desk',
  prefix: `${KEY_PREFIX}4f1d`,
  scopes: ['passes.create', 'passes.viewAll'],
  disabled: false,
  createdAtIso: '2026-03-12T10:20:00.000Z',
};
