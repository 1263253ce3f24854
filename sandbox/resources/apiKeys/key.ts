import { SCOPES } from '../../../shared/service/scopes';
import { KEY_PREFIX } from '../../../shared/service/vocabulary';
import type { ApiKey } from '../../state/entities';
import type { State } from '../../state/state';

/** Characters of the value that `prefix` shows after `svc_sk_`. */
const SHOWN = 8;

/** Values of a new key; the others get defaults. */
type NewApiKey = Pick<ApiKey, 'accountId' | 'label' | 'scopes'> & Partial<ApiKey>;

/** Create a key with the value and store it. */
export function addApiKey(state: State, value: string, known: NewApiKey): ApiKey {
  const key: ApiKey = {
    id: state.random.id(),
    prefix: keyPrefix(value),
    createdAt: state.clock.now(),
    lastUsedAt: null,
    disabledAt: null,
    rotatedAt: null,
    ...known,
  };
  state.keys.add(value, key);
  return key;
}

/** A value that cannot be guessed from the others. */
export function newKeyValue(state: State): string {
  return KEY_PREFIX + state.random.id() + state.random.id();
}

/** The `prefix` of a key: `svc_sk_` and the next characters of its value. */
export function keyPrefix(value: string): string {
  return value.slice(0, KEY_PREFIX.length + SHOWN);
}

/** An API key in a response: never with its value. A Full access key lists every scope. */
export function apiKeyView(key: ApiKey) {
  return {
    id: key.id,
    label: key.label,
    prefix: key.prefix,
    scopes: key.scopes === 'all' ? [...SCOPES] : [...key.scopes],
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
    disabledAt: key.disabledAt,
    rotatedAt: key.rotatedAt,
  };
}
