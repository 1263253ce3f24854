import type { PassPage, PassRow } from '../../service/schemas';

/** Passes per request of a list; the service's own maximum is not stated (trap 74). */
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
}

export type FetchPage = (query: { limit?: number; startAfter?: number }) => Promise<PassPage>;

/**
 * All passes of a template, newest first, a page at a time, each pass once.
 *
 * `startAfter` is strict: passes that share the `created` of the last one on a page would be lost
 * (trap 77). So the trailing group of equal `created` on a full page is held back and read again
 * from the last one kept. Where one group fills a whole page, the page grows. A page the service
 * cut below the asked size looks like the last one; `totalCount` tells it apart (trap 74).
 */
export async function* scanPasses(
  fetchPage: FetchPage,
  { pageSize, atMost = Infinity, createdSince = -Infinity, startAfter }: ScanOptions,
): AsyncGenerator<PassRow[], void, undefined> {
  const given = new Set<string>();
  let expected: number | undefined;
  let limit: number | undefined = Math.min(pageSize, atMost);

  for (;;) {
    const page: PassPage = await fetchPage({ limit, startAfter });
    const rows = page.passes;
    expected ??= page.totalCount ?? undefined;
    const fresh = rows.filter((row) => !given.has(row.id));

    const wanted = fresh.filter((row) => row.created >= createdSince);
    const enough = wanted.length < fresh.length || given.size + wanted.length >= atMost;
    const more = !enough && moreToCome(rows.length, limit, given.size + fresh.length, expected);
    const kept = more ? withoutTrailingTies(wanted) : wanted.slice(0, atMost - given.size);

    for (const row of kept) given.add(row.id);
    if (kept.length > 0) yield kept;
    if (!more) return;

    const last = kept.at(-1);
    if (last) startAfter = last.created;
    else limit = largerPage(limit, rows.length);
  }
}

/** A full page, or one cut short while passes are known to be missing. */
function moreToCome(
  length: number,
  limit: number | undefined,
  seen: number,
  expected: number | undefined,
): boolean {
  if (limit === undefined || length === 0) return false;
  return length >= limit || (expected !== undefined && seen < expected);
}

function withoutTrailingTies(rows: PassRow[]): PassRow[] {
  const edge = rows.at(-1)?.created;
  return rows.filter((row) => row.created !== edge);
}

/** Twice the size where the service gave what was asked; all at once where it caps the page. */
function largerPage(limit: number | undefined, length: number): number | undefined {
  return limit !== undefined && length >= limit ? limit * 2 : undefined;
}
