/**
 * Reads the list of a template's passes page by page, newest first, each pass once. What somebody does with the passes,
 * and whether one reading serves several callers, is not decided here.
 *
 * The service continues a list after a time (`startAfter`), not after a pass, and many passes can have the same
 * `created`: passes of one moment. If a page ends within a moment, continuing after it would lose the rest. So the last
 * moment of a page is held back, and the next page begins with it: of passes created at 9, 8, 7, 7, 5, a first page of
 * 9, 8, 7 yields 9 and 8; the next request continues after 8, and its page is 7, 7, 5.
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
   * Stop at the first pass created before this time, epoch ms. A function gets `created` of the newest pass, 0 if there
   * is none. Default: read to the end.
   */
  createdSince?: number | ((newest: number) => number);
  /** Begin with the passes created before this time, epoch ms. Default: with the newest pass. */
  startAfter?: number;
}

export type FetchPage = (query: { limit: number; startAfter?: number }) => Promise<PassPage>;

/** A page of a scan; empty only if the scan finds no passes at all. */
export interface ScannedPage {
  rows: PassRow[];
  /** The number of passes on the list, as its first page says. */
  total: number;
  /** The most passes that the service has returned at once so far. */
  largestPage: number;
}

/**
 * Reads the passes of a template. Every request has a limit: without one the service would return all passes. The list
 * ends with a page that is shorter than requested, if all passes that the service counts have been read, or is empty.
 * @throws {ServiceError} `unavailable` if the list is longer than any real one, or has more passes of one moment than
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
  /** Of a page that was shorter than requested, and had one moment only. */
  let cutMoment = 0;

  for (;;) {
    const { passes, totalCount } = await fetchPage({ limit, startAfter });
    // The maximum of the service has cut the page before, which looked like the end of the list.
    const lacksPasses = isFromNewest && cutMoment === largestPage && yielded < (total ?? 0);
    if (cutMoment > 0 && (passes.length > 0 || lacksPasses)) throw tooManyAtOnce(cutMoment);
    largestPage = Math.max(largestPage, passes.length);
    // Passes that are issued meanwhile are above the first page.
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
      // One moment fills the page, and may go on after it: the same page again, larger, and all pages after it.
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
    hint: 'Export the passes of the template instead, or ask your provider to allow larger pages.',
  });
}
