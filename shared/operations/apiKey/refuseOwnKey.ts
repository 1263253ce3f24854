import { listKeys } from '../../api/apiKeys';
import { ServiceError } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';

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
  throw new ServiceError({
    kind: 'conflict',
    field: 'allowOwnKey',
    message: isOwn
      ? `This is the key that this connection uses; it was not ${what}`
      : `It cannot be told whether this is the key that this connection uses; it was not ${what}`,
    hint: "Every step with this credential would stop working at once. Turn 'Even the Key in Use' on to do it all the same.",
  });
}
