import { MAX_DEPTH } from '../runtime/parseJson';
import { isRecord } from '../runtime/records';
import { KEY_PREFIX } from '../service/vocabulary';

const KEY_PATTERN = new RegExp(`${KEY_PREFIX}[A-Za-z0-9_-]+`, 'g');
const REDACTED = '[hidden]';
/** Shorter secrets would redact parts of ordinary words. */
const MIN_SECRET_LENGTH = 6;

/**
 * Redacts secrets from a text for people or logs: anything that looks like an API key, and the exact
 * `secrets` (a key without the usual prefix, an invite link).
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  return secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .reduce((rest, secret) => rest.replaceAll(secret, () => REDACTED), text)
    .replace(KEY_PATTERN, `${KEY_PREFIX}${REDACTED}`);
}

/** Redacts every text and key inside a value, and hides what is nested too deeply. */
export function redactAll<T>(value: T, secrets: readonly string[] = []): T {
  return walk(value, MAX_DEPTH) as T;

  function walk(part: unknown, levels: number): unknown {
    if (typeof part === 'string') return redact(part, secrets);
    if (levels === 0) return REDACTED;
    if (Array.isArray(part)) return part.map((inner) => walk(inner, levels - 1));
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [redact(key, secrets), walk(inner, levels - 1)]),
    );
  }
}
