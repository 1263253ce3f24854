import { MAX_DEPTH } from '../runtime/parseJson';
import { isRecord } from '../runtime/records';
import { KEY_PREFIX } from '../service/vocabulary';

const KEY_PATTERN = new RegExp(`${KEY_PREFIX}[A-Za-z0-9_-]+`, 'gi');
const REDACTED = '[hidden]';
/** Shorter parts of a key would redact parts of ordinary words. */
const MIN_LENGTH = 6;

/**
 * Redacts keys from a text for people or logs: anything that looks like an API key, and the key in use.
 * @param ownKey see {@link keyPattern}
 */
export function redact(text: string, ownKey?: RegExp): string {
  const rest = ownKey ? text.replace(ownKey, REDACTED) : text;
  return rest.replace(KEY_PATTERN, `${KEY_PREFIX}${REDACTED}`);
}

/** Redacts every text and key inside a value, and hides what is nested too deeply. */
export function redactAll<T>(value: T, ownKey?: RegExp): T {
  return walk(value, MAX_DEPTH) as T;

  function walk(part: unknown, levels: number): unknown {
    if (typeof part === 'string') return redact(part, ownKey);
    if (levels === 0) return REDACTED;
    if (Array.isArray(part)) return part.map((inner) => walk(inner, levels - 1));
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [redact(key, ownKey), walk(inner, levels - 1)]),
    );
  }
}

/**
 * Matches the key in use as a text may show it: in upper or lower case, with or without its prefix,
 * percent-encoded, or in Base64.
 * @param apiKey in Latin-1, like every header
 * @returns `undefined` for a key that is too short to be recognized
 */
export function keyPattern(apiKey: string): RegExp | undefined {
  const withoutPrefix = apiKey.startsWith(KEY_PREFIX) ? apiKey.slice(KEY_PREFIX.length) : apiKey;
  const both = [apiKey, withoutPrefix];
  const plain = both.filter(isLongEnough).map(anyEncoding);
  const base64 = both.flatMap(base64Parts).filter(isLongEnough).map(anyEncoding);
  const forms = [...plain, ...base64.map((part) => `${part}[\\w+/%-]*=*`)];
  return forms.length === 0 ? undefined : new RegExp(forms.join('|'), 'gi');
}

function isLongEnough({ length }: string): boolean {
  return length >= MIN_LENGTH;
}

/** Source of a pattern in which every character may be percent-encoded. */
function anyEncoding(text: string): string {
  return Array.from(text, (character) => {
    const bytes = Array.from(new TextEncoder().encode(character));
    const percentEncoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return `(?:${character.replace(/\W/, '\\$&')}|${percentEncoded})`;
  }).join('');
}

/**
 * The parts of a text that appear in the Base64 of anything that contains it, such as a user name in front: one
 * for each position in the groups of three bytes that Base64 encodes.
 */
function base64Parts(text: string): string[] {
  return [0, 1, 2].flatMap((skipped) => {
    const rest = text.slice(skipped);
    const encoded = btoa(rest.slice(0, rest.length - (rest.length % 3)));
    return [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
