import { KEY_PREFIX } from '../service/vocabulary';

const ANY_KEY = new RegExp(`${KEY_PREFIX}[A-Za-z0-9_-]+`, 'g');
const HIDDEN = '[hidden]';

/**
 * Takes secrets out of a text that a person or a log will see: anything that looks like an API
 * key, and the exact `secrets` given (a key without the usual prefix, an invite address).
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return secrets
    .filter((secret) => secret.length >= 6)
    .reduce((rest, secret) => rest.split(secret).join(HIDDEN), text)
    .replace(ANY_KEY, `${KEY_PREFIX}${HIDDEN}`);
}

/** The same for every text inside a value. */
export function redactAll<T>(value: T, secrets: readonly string[] = []): T {
  return walk(value) as T;

  function walk(part: unknown): unknown {
    if (typeof part === 'string') return redact(part, secrets);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [redact(key, secrets), walk(inner)]),
    );
  }
}
