import type { ServiceClient } from '../http/client';
import { isServiceError, ServiceError } from '../errors/serviceError';

/** Far more passes than a template has, or templates than an account has. As many fit into the memory of a platform. */
export const MAX_ENTRIES = 500_000;

/**
 * @param read how many entries of the list have been read
 * @throws {ServiceError} `unavailable` if the list is longer than any real list
 */
export function assertListEnds(read: number, nouns: 'passes' | 'templates'): void {
  if (read <= MAX_ENTRIES) return;
  throw new ServiceError({
    kind: 'unavailable',
    message: `The list of ${nouns} does not end: ${read} were read`,
    fix: 'Nothing was changed by this request. Send this message to your provider: lists this long are not expected.',
  });
}

/** How far a list has been read. */
interface ListProgress {
  /** Plural: `passes`. */
  nouns: string;
  read: number;
  /** Total number, if the service returns it. */
  total?: number;
  /** How to fix it. */
  fix: string;
}

/**
 * For `.catch` on a page of a list: if the time limit is reached after other pages were read, the next
 * run would reach it as well, so the fix must not be to run it again.
 */
export function exceedsTimeLimit(client: ServiceClient, { nouns, read, total, fix }: ListProgress) {
  return (thrown: unknown): never => {
    if (read === 0 || client.hasTimeToWait(0)) throw thrown;
    if (!isServiceError(thrown, 'unavailable')) throw thrown;
    const of = total === undefined ? '' : ` of ${total}`;
    throw thrown.with({
      message: `Reading all ${nouns} would exceed the time limit: ${read}${of} were read`,
      fix,
    });
  };
}
