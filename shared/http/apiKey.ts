import { invalidInput } from '../errors/serviceError';

/** What HTTP does not allow in a header value (RFC 9110, section 5.5). */
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]/u;

/**
 * Refuses a key that no header can hold. The HTTP clients of the platforms would fail, or send another key,
 * and it would look as if the service might have received the request.
 * @throws {ServiceError} `invalidInput` naming the character and its place, never the key
 */
export function assertSendable(apiKey: string): void {
  const found = NOT_IN_HEADERS.exec(apiKey);
  if (!found) return;
  const position = Array.from(apiKey.slice(0, found.index)).length + 1;
  throw invalidInput(
    'API Key',
    'apiKey',
    `contains ${characterName(found[0])} at position ${position}, which cannot be sent`,
    "Nothing was sent. Copy the key again and enter it in 'API Key' of the {connection}.",
  );
}

/** For people who may not see the character: `an invisible character (U+200B)`. */
function characterName(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${describe(character)} (U+${code})`;
}

function describe(character: string): string {
  if (/[\r\n\u2028\u2029]/.test(character)) return 'a line break';
  return /[\p{C}\p{Z}]/u.test(character) ? 'an invisible character' : `the character ${character}`;
}
