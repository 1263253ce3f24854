import { ServiceError } from '../errors/serviceError';

/** Far more than a template or an account has; as many fit into the memory of a platform. */
const MAX_ENTRIES = { passes: 500_000, templates: 20_000 };
type Nouns = keyof typeof MAX_ENTRIES;

/**
 * A service with a defect can return one page after another forever.
 * @param read how many entries of the list have been read
 * @throws {ServiceError} `unavailable` if the list is longer than any real one
 */
export function assertListEnds(read: number, nouns: Nouns): void {
  if (read > MAX_ENTRIES[nouns]) throw neverEnds(nouns, read);
}

/** The list has no end, or one that cannot be reached. */
export function neverEnds(nouns: Nouns, read: number): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: `The list of ${nouns} does not end: ${read} were read`,
    hint: "Check 'Base URL' in the {connection}, and ask your provider about this list. Nothing was changed by this request.",
  });
}

/**
 * The service did not return every page of a list.
 * @param total as the service counts them, if it does
 */
export function incompleteList(
  nouns: Nouns,
  read: number,
  total: number | undefined,
): ServiceError {
  const of = total === undefined ? '' : ` of ${total}`;
  return new ServiceError({
    kind: 'unavailable',
    message: `The list of ${nouns} is incomplete: ${read}${of} were read`,
    hint: 'Run this again: the list may have changed while it was read. Nothing was changed by this request.',
  });
}
