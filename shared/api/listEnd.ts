import { ServiceError } from '../errors/serviceError';

/** Far more than a template has passes, or an account templates; as many fit into the memory of a platform. */
const MAX_ENTRIES = 500_000;

/**
 * @param read how many entries of the list have been read
 * @throws {ServiceError} `unavailable` if the list is longer than any real one
 */
export function assertListEnds(read: number, nouns: 'passes' | 'templates'): void {
  if (read <= MAX_ENTRIES) return;
  throw new ServiceError({
    kind: 'unavailable',
    message: `The list of ${nouns} does not end: ${read} were read`,
    hint: "Check 'Base URL' in the {connection}, and ask your provider about this list. Nothing was changed by this request.",
  });
}
