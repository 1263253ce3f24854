/** A response about another object than the one that was asked for is that of another person, or of another card. */

import { ServiceError } from '../errors/serviceError';
import { quoted } from '../service/text';

type Id = string | null | undefined;

/** What both are. */
type Noun = 'pass' | 'template' | 'badge' | 'holder' | 'person' | 'API key';

/**
 * @param got the ID in the response; one without an ID says nothing
 * @throws {ServiceError} `unavailable`
 */
export function assertRead(noun: Noun, asked: string, got: Id): void {
  if (!isOther(asked, got)) return;
  throw new ServiceError({
    kind: 'unavailable',
    message: `Asked for the ${noun} ${quoted(asked)}, the service returned ${quoted(got)}`,
    hint: 'Nothing was changed by this request. Ask your provider how IDs are compared.',
  });
}

/**
 * The same for a request that changes or sends something: it must not look like success.
 * @throws {ServiceError} `outcomeUnknown`
 */
export function assertChanged(noun: Noun, asked: Id, got: Id): void {
  if (!asked || !isOther(asked, got)) return;
  throw new ServiceError({
    kind: 'outcomeUnknown',
    // As for any response that cannot be used, another request would get the same one.
    status: 200,
    message: `The service may have changed another ${noun}: it was asked for ${quoted(asked)}, and its response names ${quoted(got)}`,
    hint: 'Check both in the dashboard before you run this again, and ask your provider how IDs are compared.',
    safeToRepeat: false,
  });
}

/**
 * The same for a copy, which must not be the original: whatever follows would change that.
 * @throws {ServiceError} `outcomeUnknown`
 */
export function assertNew(original: string, copy: string): void {
  if (copy !== original) return;
  throw new ServiceError({
    kind: 'outcomeUnknown',
    status: 200,
    message: `The service may have made no copy: its response names the original, ${quoted(original)}`,
    hint: 'Check the dashboard for the copy before running this again.',
    safeToRepeat: false,
  });
}

function isOther(asked: string, got: Id): got is string {
  return Boolean(got) && got !== asked;
}
