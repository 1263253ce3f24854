import { type Output, type OutputFields, toOutput } from '../../fields/output';
import type { ApiKey } from '../../service/schemas';
import { KEY_PREFIX } from '../../service/vocabulary';

/** Output of an API key; never its value. */
export function keyOutput(key: ApiKey): Output {
  const { id, label, prefix, scopes, createdAt, lastUsedAt, disabledAt, rotatedAt } = key;
  const disabled = disabledAt !== null;
  return toOutput(
    { id, label, prefix, scopes, disabled, createdAt, lastUsedAt, disabledAt, rotatedAt },
    keyFields,
  );
}

export const keyFields = {
  id: { label: 'Key ID', type: 'string', always: true },
  label: { label: 'Label', type: 'string' },
  prefix: { label: 'Prefix', type: 'string' },
  scopes: { label: 'Scopes', type: 'list', items: 'string' },
  disabled: { label: 'Disabled', type: 'boolean', always: true },
  createdAt: { label: 'Created', type: 'datetime' },
  lastUsedAt: { label: 'Last Used', type: 'datetime' },
  disabledAt: { label: 'Disabled At', type: 'datetime' },
  rotatedAt: { label: 'Rotated', type: 'datetime' },
} satisfies OutputFields;

export const keySample = {
  id: 'key_2f81d0',
  label: 'Front desk',
  prefix: `${KEY_PREFIX}4f1d`,
  scopes: ['passes.create', 'passes.viewAll'],
  disabled: false,
  createdAt: '2026-03-12T10:20:00.000Z',
};

/** Output of the two operations that return the value of a key. */
export const secretKeyOutput = {
  returns: 'one' as const,
  fields: {
    ...keyFields,
    plaintext: { label: 'Value (Secret)', type: 'string', always: true },
  } satisfies OutputFields,
  sample: { ...keySample, plaintext: `${KEY_PREFIX}4f1d...` },
};
