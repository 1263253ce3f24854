import { ServiceError } from '../errors/serviceError';
import type { PassPage, PassRow } from '../service/schemas';

/** Passes per request of a list; the service does not state its own maximum. */
export const PAGE_SIZE = 200;

export interface ScanOptions {
  /** Passes asked for per page. */
  pageSize: number;
  /** Stop once this many were given: ties at the edge do not matter then. */
  atMost?: number;
  /** Stop at the first pass created before this moment, epoch ms. */
  createdSince?: number;
  /** Begin behind this `created`, epoch ms, as an earlier scan left off. */
  startAfter?: number;
  /**
   * Go on until a page is empty: behind a moment the count cannot tell a page that the service cut
   * from the last one. Where every pass counts; it costs a request or two.
   */
  untilEmpty?: boolean;
}

export type FetchPage = (query: { limit: number; startAfter?: number }) => Promise<PassPage>;

/**
 * All passes of a template, newest first, a page at a time, each pass once. Every request carries a
 * limit: without one the service would answer with every pass of the template.
 *
 * `startAfter` is strict: passes that share the `created` of the last one on a page would be lost.
 * So the trailing group of equal `created` on a full page is held back and read again from the last
 * one kept. Where one group fills a whole page, the page grows. A page the service cut below the
 * asked size looks like the last one; `totalCount` tells it apart.
 *
 * @throws {ServiceError} where more passes share one moment than the service gives on any page
 */
export async function* scanPasses(
  fetchPage: FetchPage,
  { pageSize, atMost = Infinity, createdSince = -Infinity, startAfter, untilEmpty }: ScanOptions,
): AsyncGenerator<PassRow[], void, undefined> {
  const given = new Set<string>();
  /** Behind a moment the count says nothing: it counts the passes before it, too. */
  const countable = startAfter === undefined;
  const firstLimit = Math.min(pageSize, atMost);
  let limit = firstLimit;
  let expected: number | undefined;
  let largestPage = 0;
  /** The largest group that filled a page shorter than asked for: there may be more of it. */
  let largestGroup = 0;
  /** Whether older passes came after such a page, so that the service had cut it. */
  let isGroupCut = false;

  for (;;) {
    const page: PassPage = await fetchPage({ limit, startAfter });
    const rows = page.passes;
    if (countable) expected ??= page.totalCount ?? undefined;
    largestPage = Math.max(largestPage, rows.length);
    isGroupCut ||= largestGroup > 0 && rows.length > 0;
    const fresh = rows.filter((row) => !given.has(row.id));

    const wanted = fresh.filter((row) => row.created >= createdSince);
    const isOld = wanted.length < fresh.length;
    const isEnough = given.size + wanted.length >= atMost;
    const seen = given.size + fresh.length;
    const mayGoOn = untilEmpty === true || moreToCome(rows, limit, seen, expected);
    const more = !isOld && !isEnough && fresh.length > 0 && mayGoOn;
    let kept = more ? withoutTrailingTies(wanted) : wanted.slice(0, atMost - given.size);
    if (more && kept.length === 0) {
      if (rows.length >= limit) {
        limit *= 2;
        continue;
      }
      // The last page, or the service gives no larger one: what comes after it shows which.
      kept = wanted;
      largestGroup = Math.max(largestGroup, kept.length);
      limit = firstLimit;
    }

    for (const row of kept) given.add(row.id);
    if (kept.length > 0) yield kept;
    if (!more) {
      const isShort = countable ? isOld || given.size < (expected ?? 0) : isGroupCut;
      if (largestGroup > 0 && largestGroup >= largestPage && isShort && !isEnough) {
        throw tooManyAtOnce(largestPage);
      }
      return;
    }
    startAfter = kept.at(-1)?.created;
  }
}

/** A full page, or one cut short while passes are known to be missing. */
function moreToCome(
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
    message: `More passes were issued at the same moment than the ${page} the service gives at a time, so not all of them can be read`,
    hint: 'Export the passes of the template instead, or ask the service for larger pages.',
  });
}
