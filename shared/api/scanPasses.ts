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
import { assertListEnds, incompleteList } from './listEnd';

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
  /** Whether fewer passes may be listed than counted: the caller compares their numbers. Default: that is an error. */
  mayLackPasses?: boolean;
}

export type FetchPage = (query: { limit: number; startAfter?: number }) => Promise<PassPage>;

/** A page of a scan; empty only if the scan finds no passes at all. */
export interface ScannedPage {
  rows: PassRow[];
  /** The number of passes on the list, as its first page says. */
  total: number | undefined;
  /** The most passes that the service has returned at once so far. */
  largestPage: number;
}

/**
 * Reads the passes of a template. Every request has a limit: without one the service would return all passes.
 * @throws {ServiceError} `unavailable` if the list does not end, ends before all passes that the service counts, or has
 *   more passes of one moment than the service returns on any page
 */
export async function* scanPasses(
  fetchPage: FetchPage,
  {
    pageSize,
    atMost = Infinity,
    createdSince = -Infinity,
    startAfter,
    mayLackPasses = false,
  }: ScanOptions,
): AsyncGenerator<ScannedPage, void, undefined> {
  const isFromNewest = startAfter === undefined;
  const firstLimit = Math.min(pageSize, atMost);
  const moments = new CutMoments();
  let limit = firstLimit;
  let oldest: number | undefined;
  let total: number | undefined;
  let yielded = 0;
  let largestPage = 0;
  /** Of the page that was yielded last: a service that includes `startAfter` repeats some of them. */
  let lastIds = new Set<string>();

  for (;;) {
    // 1. Read a page, and keep what the scan is about.
    const { passes, totalCount } = await fetchPage({ limit, startAfter });
    largestPage = Math.max(largestPage, passes.length);
    const unseen = unseenOf(passes, lastIds, startAfter);
    moments.addPage(passes.length, unseen.length);
    total ??= totalCount ?? undefined;
    oldest ??= typeof createdSince === 'number' ? createdSince : createdSince(newestIn(passes));
    const read = yielded + unseen.length;
    // The total includes passes that are newer than the first one of this scan. One that is too small says nothing.
    const expected = isFromNewest && read <= (total ?? 0) ? total : undefined;
    const inRange = createdFrom(oldest, unseen).slice(0, atMost - yielded);

    // 2. Is it the last one?
    const isEnough = yielded + inRange.length >= atMost;
    const isPastOldest = inRange.length < unseen.length;
    const mayHaveMore = passes.length >= limit || read < (expected ?? Infinity);
    const isLastPage = isEnough || isPastOldest || unseen.length === 0 || !mayHaveMore;

    // 3. Hold back the last moment of the page.
    let rows = isLastPage ? inRange : withoutLastMoment(inRange);
    if (rows.length === 0 && !isLastPage) {
      // One moment fills the page, and may go on after it: the same page again, larger, and all pages after it.
      if (passes.length >= limit) {
        limit *= 2;
        continue;
      }
      // The service returns no larger page.
      rows = inRange;
      moments.addMoment(passes.length);
      limit = firstLimit;
    }

    // 4. Yield the rest, and continue after it.
    yielded += rows.length;
    assertListEnds(yielded, 'passes');
    if (rows.length > 0 || yielded === 0) {
      yield { rows, total, largestPage };
    }
    if (isLastPage) {
      const areAllRead = expected !== undefined && yielded >= expected;
      if (isEnough || areAllRead) return;
      moments.assertNone();
      const isIncomplete = expected !== undefined || isRepeated(passes, unseen, startAfter);
      if (isIncomplete && !isPastOldest && !mayLackPasses) {
        throw incompleteList('passes', yielded, expected);
      }
      return;
    }
    lastIds = new Set(rows.map(({ id }) => id));
    startAfter = rows.at(-1)?.created;
  }
}

/**
 * The passes of a page that no page before has shown. Whatever is newer than its beginning was on one of them, e.g. if
 * the service returns the same page again.
 */
function unseenOf(
  passes: readonly PassRow[],
  lastIds: ReadonlySet<string>,
  startAfter = Infinity,
): PassRow[] {
  const byId = new Map(passes.map((row) => [row.id, row]));
  return [...byId.values()].filter(({ id, created }) => created <= startAfter && !lastIds.has(id));
}

/** Whether the service has returned an earlier page again: no request leads to the passes after it. */
function isRepeated(
  passes: readonly PassRow[],
  unseen: readonly PassRow[],
  startAfter = Infinity,
): boolean {
  return unseen.length === 0 && passes.some(({ created }) => created > startAfter);
}

function newestIn([first]: PassRow[]): number {
  return first?.created ?? 0;
}

function createdFrom(oldest: number, rows: PassRow[]): PassRow[] {
  return rows.filter(({ created }) => created >= oldest);
}

function withoutLastMoment(rows: PassRow[]): PassRow[] {
  const last = rows.at(-1)?.created;
  return rows.filter(({ created }) => created !== last);
}

/**
 * Notices passes that cannot be read. If a page is shorter than requested, all its passes are of one moment, and older
 * ones follow, the service may have cut it: it may return no larger page, and no way leads to the other passes of that
 * moment. A later page that is larger shows that it was not cut.
 *
 * If the service returns 100 passes at most, and 150 are of one moment: of 200 requested, a page has 100 of them. The scan
 * continues after that moment, and fails at the end of the list, as no page was larger. Had a page of 120 passes
 * followed, the 100 would have been all of their moment.
 */
class CutMoments {
  /** The most passes on such a page; 0 if there is none. */
  #largest = 0;
  #isFollowed = false;

  /**
   * Adds a page.
   * @param size with the passes that the page before had, too
   * @param newCount without them
   */
  addPage(size: number, newCount: number): void {
    if (size > this.#largest) this.#largest = 0;
    this.#isFollowed = this.#largest > 0 && (this.#isFollowed || newCount > 0);
  }

  /** The page that was added last is shorter than requested, and has one moment only. */
  addMoment(size: number): void {
    this.#largest = Math.max(this.#largest, size);
  }

  /** Call it at the end of the list, unless the service counts no more passes than were read. */
  assertNone(): void {
    if (this.#isFollowed) throw tooManyAtOnce(this.#largest);
  }
}

function tooManyAtOnce(page: number): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: `Not all passes can be read: more were issued at the same moment than the ${page} the service returns per page`,
    hint: 'Export the passes of the template instead, or ask your provider to allow larger pages.',
  });
}
