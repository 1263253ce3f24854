/** The API key: whether it can be sent, and that no message shows it. */

import { invalidInput } from '../errors/serviceError';
import { isRecord } from '../runtime/records';
import { isBlank, namedCharacter } from '../service/text';
import { KEY_PREFIX } from '../service/vocabulary';

/** What HTTP does not allow in a header value (RFC 9110, section 5.5). */
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/u;

/** Quotes as programs and text editors write them, at one end or both. */
const QUOTES = /^["'`\u2018-\u201e\u00ab\u00bb]|["'`\u2018-\u201e\u00ab\u00bb]$/;
/** What stands before the key in examples of requests. */
const HEADER = /^(?:x-api-key|authorization|bearer)\b[\s:]*/i;

/**
 * Refuses what was entered if it is not a key, or a key that no header can hold. The service would reject it like a
 * wrong key; the HTTP clients of the platforms would fail, or send another key, and it would look as if the service
 * might have received the request.
 * @param apiKey without spaces around it
 * @throws {ServiceError} `invalidInput` naming the mistake, or the character and its place, never the key
 */
export function assertSendable(apiKey: string): void {
  const mistake = mistakeIn(apiKey);
  if (mistake !== undefined) {
    throw invalidInput(
      'API Key',
      'apiKey',
      mistake,
      "Nothing was sent. Enter the key alone in 'API Key' of the {connection}. The account owner creates keys in the dashboard, under API keys.",
    );
  }
  const found = NOT_IN_HEADERS.exec(apiKey);
  if (!found) return;
  throw invalidInput(
    'API Key',
    'apiKey',
    `contains ${namedCharacter(apiKey, found.index)}, which can't be sent`,
    "Nothing was sent. Copy the key again and enter it in 'API Key' of the {connection}.",
  );
}

/** What came with the key, or that there is none. */
function mistakeIn(apiKey: string): string | undefined {
  if (isBlank(apiKey)) return 'is empty';
  if (QUOTES.test(apiKey)) return 'is in quotes';
  const before = HEADER.exec(apiKey)?.[0].trim();
  return before === undefined ? undefined : `begins with '${before}'`;
}

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

/** Redacts every text and key inside a value. */
export function redactAll<T>(value: T, ownKey?: RegExp): T {
  const redacted = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part, ownKey);
    if (Array.isArray(part)) return part.map(redacted);
    if (!isRecord(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [redact(key, ownKey), redacted(inner)]),
    );
  };
  return redacted(value) as T;
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
    // It leaves letters, digits and a few other characters as they are.
    const encoded = encodeURIComponent(character);
    const percentEncoded =
      encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
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
