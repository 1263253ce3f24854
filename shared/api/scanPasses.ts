import { ServiceError } from '../errors/serviceError';
import type { PassPage, PassRow } from '../service/schemas';
import { assertListEnds } from './listEnd';

/** Passes per page; the service does not document its maximum. */
export const PAGE_SIZE = 200;

export interface ScanOptions {
  /** Passes to request per page. */
  pageSize: number;
  /** Stop after this many passes; ties at the end do not matter then. */
  atMost?: number;
  /** Stop at the first pass created before this moment, epoch ms; may depend on `created` of the newest pass. */
  createdSince?: number | ((newest: number) => number);
  /** Continue after this `created`, epoch ms, where an earlier scan stopped. */
  startAfter?: number;
  /**
   * Continue until a page is empty: with `startAfter` the total cannot tell a shortened page from the
   * last one. Costs a request or two; for scans that must not miss any pass.
   */
  untilEmpty?: boolean;
}

export type FetchPage = (query: { limit: number; startAfter?: number }) => Promise<PassPage>;

/** A page of a scan; empty only if the list is. */
export interface ScannedPage {
  rows: PassRow[];
  /** The number of passes on the list, as its first page says. */
  total: number | undefined;
}

/**
 * All passes of a template, newest first, page by page, each pass once. Every request has a limit:
 * without one the service would return all passes.
 *
 * `startAfter` is strict: passes that share the `created` of the last one on a page would be lost.
 * So the trailing passes of equal `created` on a full page are dropped and read again with the next
 * page. If one such group fills a whole page, the page grows. A page that is shorter than requested
 * looks like the last one, unless `totalCount` shows that passes are missing.
 *
 * @throws {ServiceError} if more passes have the same `created` than the service returns on any page, or the
 *   list does not end
 */
export async function* scanPasses(
  fetchPage: FetchPage,
  { pageSize, atMost = Infinity, createdSince = -Infinity, startAfter, untilEmpty }: ScanOptions,
): AsyncGenerator<ScannedPage, void, undefined> {
  /** The IDs of the page that was yielded last: later ones can repeat no other. */
  let lastYielded = new Set<string>();
  let yielded = 0;
  /** The total includes newer passes, so it is of no use with `startAfter`. */
  const isCountable = startAfter === undefined;
  const firstLimit = Math.min(pageSize, atMost);
  let limit = firstLimit;
  let newest: number | undefined;
  let total: number | undefined;
  let largestPage = 0;
  /** Largest group that filled a page shorter than requested: there may be more of it. */
  let largestGroup = 0;
  /** Whether older passes followed such a page, so that the service had shortened it. */
  let isGroupCut = false;

  for (;;) {
    const page: PassPage = await fetchPage({ limit, startAfter });
    const rows = page.passes;
    total ??= page.totalCount ?? undefined;
    const expected = isCountable ? total : undefined;
    largestPage = Math.max(largestPage, rows.length);
    isGroupCut ||= largestGroup > 0 && rows.length > 0;
    const fresh = rows.filter((row) => !lastYielded.has(row.id));

    newest ??= rows[0]?.created ?? 0;
    const oldest = typeof createdSince === 'number' ? createdSince : createdSince(newest);
    const wanted = fresh.filter((row) => row.created >= oldest);
    const reachedOldest = wanted.length < fresh.length;
    const reachedLimit = yielded + wanted.length >= atMost;
    const seen = yielded + fresh.length;
    const mayHaveMore = untilEmpty === true || hasMore(rows, limit, seen, expected);
    const hasNextPage = !reachedOldest && !reachedLimit && fresh.length > 0 && mayHaveMore;
    let kept = hasNextPage ? withoutTrailingTies(wanted) : wanted.slice(0, atMost - yielded);
    if (hasNextPage && kept.length === 0) {
      if (rows.length >= limit) {
        limit *= 2;
        continue;
      }
      // Either the last page, or the service returns no larger one; the next page shows which.
      kept = wanted;
      largestGroup = Math.max(largestGroup, kept.length);
      limit = firstLimit;
    }

    if (kept.length > 0) lastYielded = new Set(kept.map(({ id }) => id));
    yielded += kept.length;
    assertListEnds(yielded, 'passes');
    // Also of an empty list, so that its total is known.
    if (kept.length > 0 || (!hasNextPage && yielded === 0)) yield { rows: kept, total };
    if (!hasNextPage) {
      const isShort = isCountable ? reachedOldest || yielded < (expected ?? 0) : isGroupCut;
      if (largestGroup > 0 && largestGroup >= largestPage && isShort && !reachedLimit) {
        throw tooManyAtOnce(largestPage);
      }
      return;
    }
    startAfter = kept.at(-1)?.created;
  }
}

/** Whether the page is full, or passes are known to be missing. */
function hasMore(
  { length }: PassRow[],
  limit: number,
  seen: number,
  expected: number | undefined,
): boolean {
  return length >= limit || seen < (expected ?? 0);
}

function withoutTrailingTies(rows: PassRow[]): PassRow[] {
  const edge = rows.at(-1)?.created;
  return rows.filter((row) => row.created !== edge);
}

function tooManyAtOnce(page: number): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: `Not all passes can be read: more were issued at the same moment than the ${page} the service returns per page`,
    hint: 'Export the passes of the template instead, or ask your provider to allow larger pages.',
  });
}
