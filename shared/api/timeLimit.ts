import type { ServiceClient } from '../http/client';
import { isServiceError } from '../errors/serviceError';

/** How far a list was read. */
export interface Progress {
  /** Plural: `passes`. */
  nouns: string;
  read: number;
  /** How many there are, where the service says so. */
  total?: number;
  /** What to change. */
  hint: string;
}

/**
 * For `catch` around a page of a list: if the time is up after other pages were read, it will be on
 * the next run as well, so running it again is no advice.
 */
export function exceedsTimeLimit(client: ServiceClient, { nouns, read, total, hint }: Progress) {
  return (thrown: unknown): never => {
    if (read === 0 || !client.isOutOfTime() || !isServiceError(thrown, 'unavailable')) throw thrown;
    const of = total === undefined ? '' : ` of ${total}`;
    throw thrown.with({
      message: `There are too many ${nouns} to read in the time limit: ${read}${of} were read`,
      hint,
    });
  };
}
