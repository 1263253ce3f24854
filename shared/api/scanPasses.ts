/**
 * Reads the list of a template's passes page by page, newest first, each pass once. Callers decide what to do with the
 * passes, and whether they share a scan.
 *
 * The service continues a list after a time (`startAfter`), not after a pass, and several passes can have the same
 * `created`, i.e. the same moment. If a page ends within a moment, continuing after it would lose the rest of that
 * moment. So the last moment of a page is held back, and the next page begins with it. For example, of passes created
 * at 9, 8, 7, 7, 5, a first page of 9, 8, 7 yields 9 and 8. The next request continues after 8, and its page is 7, 7,
 * 5.
 */

import { ServiceError } from '../errors/serviceError';
import type { PassPage, PassRow } from '../service/schemas';
import { assertListEnds } from './listBounds';

/** Passes per page; the service does not document its maximum. */
export const PAGE_SIZE = 200;

export interface ScanOptions {
  /** Passes to request per page. */
  pageSize: number;
  /** Stop after this many passes. Default: no limit. */
  atMost?: number;
  /**
   * Stop at the first pass created before this time, epoch ms. A function gets `created` of the newest pass, or 0 if
   * there are no passes. Default: read to the end.
   */
  createdSince?: number | ((newest: number) => number);
  /** Begin with the passes created before this time, epoch ms. Default: with the newest pass. */
  startAfter?: number;
}

export type FetchPage = (query: { limit: number; startAfter?: number }) => Promise<PassPage>;

/** A page of a scan; empty only if the scan finds no passes at all. */
export interface ScannedPage {
  rows: PassRow[];
  /** The number of passes on the list, according to its first page. */
  total: number;
  /** The most passes that the service has returned at once so far. */
  largestPage: number;
}

/**
 * Reads the passes of a template. Every request has a limit, because without a limit the service would return all
 * passes. The list ends with an empty page, or with a page that is shorter than requested once all passes that the
 * service counts have been read.
 * @throws {ServiceError} `unavailable` if the list is longer than any real list, or has more passes of one moment than
 *   the service returns at once
 */
export async function* scanPasses(
  fetchPage: FetchPage,
  { pageSize, atMost = Infinity, createdSince = -Infinity, startAfter }: ScanOptions,
): AsyncGenerator<ScannedPage, void, undefined> {
  const isFromNewest = startAfter === undefined;
  let limit = Math.min(pageSize, atMost);
  let oldest: number | undefined;
  let total: number | undefined;
  let yielded = 0;
  let largestPage = 0;
  /** Size of a page that was shorter than requested and had only one moment. */
  let cutMoment = 0;

  for (;;) {
    const { passes, totalCount } = await fetchPage({ limit, startAfter });
    // The service's maximum has cut the previous page, which looked like the end of the list.
    const lacksPasses = isFromNewest && cutMoment === largestPage && yielded < (total ?? 0);
    if (cutMoment > 0 && (passes.length > 0 || lacksPasses)) throw tooManyAtOnce(cutMoment);
    largestPage = Math.max(largestPage, passes.length);
    // Passes that are issued in the meantime are above the first page.
    total ??= totalCount;
    oldest ??=
      typeof createdSince === 'number' ? createdSince : createdSince(passes[0]?.created ?? 0);
    const since = oldest;
    const wanted = passes.filter(({ created }) => created >= since).slice(0, atMost - yielded);
    const areAllRead = isFromNewest && yielded + passes.length >= total;
    const isLastPage =
      passes.length === 0 ||
      wanted.length < passes.length ||
      yielded + wanted.length >= atMost ||
      (passes.length < limit && areAllRead);

    let rows = isLastPage ? wanted : withoutLastMoment(wanted);
    if (rows.length === 0 && !isLastPage) {
      // One moment fills the page, and may continue after it. Request this page again with a larger limit, and all
      // later pages.
      if (passes.length >= limit) {
        limit *= 2;
        continue;
      }
      rows = wanted;
      cutMoment = passes.length;
    }
    yielded += rows.length;
    assertListEnds(yielded, 'passes');
    if (rows.length > 0 || yielded === 0) yield { rows, total, largestPage };
    if (isLastPage) return;
    startAfter = rows.at(-1)?.created;
  }
}

function withoutLastMoment(rows: PassRow[]): PassRow[] {
  const last = rows.at(-1)?.created;
  return rows.filter(({ created }) => created !== last);
}

function tooManyAtOnce(page: number): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: `Not all passes can be read: at least ${page} were issued at the same moment, and the service returns no more per page`,
    fix: 'Export the passes of the template instead, or ask your provider to allow larger pages.',
  });
}
