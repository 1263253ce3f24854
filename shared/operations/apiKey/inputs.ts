import * as field from '../../fields';
import { SCOPES } from '../../service/scopes';
import { listKeys } from '../../api/apiKeys';
import { ServiceError } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';

export const keyId = field.required(
  field.ref({
    of: 'apiKey',
    label: 'Key',
    description: 'API key to manage; only a Full access key can list API keys',
  }),
);

export function label(description: string) {
  return field.required(
    field.text({ label: 'Label', placeholder: 'e.g. Front desk', description }),
  );
}

export const allowOwnKey = field.boolean({
  label: 'Allow Changing the Current Key',
  section: 'options',
  default: false,
  noExpression: true,
  description:
    'allow changing the key of this credential; the credential then stops working immediately',
});

export const scopes = field.required(
  field.choices({
    label: 'Scopes',
    description: 'What the key is allowed to do. A key with scopes can never manage API keys.',
    options: SCOPES.map((value) => ({ value, label: value })),
  }),
);

/**
 * Refuses to disable or rotate the key in use. The service lists only the prefix of each
 * key; if no prefix matches, any key could be the one in use.
 * @param action past participle for the error: `rotated`
 * @throws {ServiceError} `conflict`
 */
export async function refuseOwnKey(
  client: ServiceClient,
  keyId: string,
  action: string,
): Promise<void> {
  const keys = await listKeys(client);
  const matching = keys.filter(({ prefix }) => prefix && client.keyStartsWith(prefix));
  const isOwnKey = matching.some(({ id }) => id === keyId);
  if (!isOwnKey && matching.length > 0) return;
  throw new ServiceError({
    kind: 'conflict',
    field: 'allowOwnKey',
    message: isOwnKey
      ? `This credential uses this key; it was not ${action}`
      : `It is unknown whether this credential uses this key; it was not ${action}`,
    fix: "Everything that uses this credential would stop working immediately. To do it anyway, {turn on 'Allow Changing the Current Key'}.",
  });
}
