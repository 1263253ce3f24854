import { invalidInput } from '../errors/serviceError';
import { characterName, positionOf } from '../service/text';

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
  throw invalidInput(
    'API Key',
    'apiKey',
    `contains ${characterName(found[0])} at position ${positionOf(found.index, apiKey)}, which cannot be sent`,
    "Nothing was sent. Copy the key again and enter it in 'API Key' of the {connection}.",
  );
}
