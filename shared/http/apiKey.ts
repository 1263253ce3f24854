import { invalidInput } from '../errors/serviceError';
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
      `Nothing was sent. Enter the key alone in 'API Key' of the {connection}: it starts with ${KEY_PREFIX}. The account owner creates keys in the dashboard, under API keys.`,
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
