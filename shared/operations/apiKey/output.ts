import { compact } from '../../runtime/records';
import type { Output, OutputFields } from '../../fields/output';
import { isoFromEpoch } from '../../service/dates';
import type { ApiKey } from '../../service/keySchema';
import { KEY_PREFIX } from '../../service/vocabulary';

/** Output of an API key, with ISO 8601 dates; never its value. */
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
  label: 'Front desk',
  prefix: `${KEY_PREFIX}4f1d`,
  scopes: ['passes.create', 'passes.viewAll'],
  disabled: false,
  createdAtIso: '2026-03-12T10:20:00.000Z',
};
