import type { ServiceClient } from '../http/client';
import type { PassRow } from '../service/schemas';
import { findByContact } from './findByContact';
import { listPasses } from './passes';
import { type FetchPage, PAGE_SIZE, scanPasses } from './scanPasses';

/** Rows kept in memory per template. */
const MAX_CACHED = 10_000;

/** Small, because only passes created in the same millisecond are needed. */
const CURRENT_PAGE_SIZE = 10;

interface RowQuery {
  templateId: string;
  passId: string;
  /** The holder's email or phone, if known: one search instead of a scan. */
  contact?: string;
  /** Give up after this many of the template's newest passes. Default: read them all. */
  newest?: number;
}

/**
 * Finds list rows of passes, because `GET /pass` has no field values
 * (docs/service.md#reading-returns-no-field-values). All items of a run share one scan of a template's
 * newest passes, so a row may be as old as the run.
 */
export interface PassRowReader {
  find(query: RowQuery): Promise<PassRow | undefined>;
  /** The row as it is now. Costs one request more than {@link PassRowReader.find}. */
  readCurrent(query: RowQuery): Promise<PassRow | undefined>;
}

export function createPassRowReader(client: ServiceClient): PassRowReader {
  const scans = new Map<string, SharedScan>();

  function getScan(templateId: string): SharedScan {
    const scan =
      scans.get(templateId) ??
      createSharedScan((query) => listPasses(client, { templateId, ...query }));
    scans.set(templateId, scan);
    return scan;
  }

  function readPages(templateId: string) {
    return scanPasses((query) => listPasses(client, { templateId, ...query }), {
      pageSize: PAGE_SIZE,
    });
  }

  async function find({ templateId, passId, contact, newest = Infinity }: RowQuery) {
    if (contact !== undefined) {
      const rows = await findByContact(client, templateId, contact);
      const row = rows.find(({ id }) => id === passId);
      if (row) return row;
    }
    const recent = await getScan(templateId)
      .find(passId, Math.min(newest, MAX_CACHED))
      .catch((thrown: unknown) => {
        // A failed scan looks like a complete one.
        scans.delete(templateId);
        throw thrown;
      });
    if (recent || newest <= MAX_CACHED) return recent;
    // Further back, or issued since the shared scan began.
    for await (const rows of readPages(templateId)) {
      const row = rows.find(({ id }) => id === passId);
      if (row) return row;
    }
    return undefined;
  }

  async function readCurrent(query: RowQuery) {
    const { templateId, passId } = query;
    const known = await find(query);
    if (!known) return undefined;
    // The list continues after a time, so it can be read from just before a pass whose time is known.
    const { created } = known;
    const pages = scanPasses((page) => listPasses(client, { templateId, ...page }), {
      pageSize: CURRENT_PAGE_SIZE,
      startAfter: created + 1,
      createdSince: created,
    });
    for await (const rows of pages) {
      const row = rows.find(({ id }) => id === passId);
      if (row) return row;
    }
    return undefined;
  }

  return { find, readCurrent };
}

interface SharedScan {
  /** @param limit read no further page after this many rows, including those that two pages share */
  find(passId: string, limit: number): Promise<PassRow | undefined>;
}

/** A scan that several lookups advance, one page at a time. */
function createSharedScan(fetchPage: FetchPage): SharedScan {
  const rows = new Map<string, PassRow>();
  let rowsRead = 0;
  let reading: Promise<boolean> | undefined;
  const pages = scanPasses(
    async (query) => {
      const page = await fetchPage(query);
      rowsRead += page.passes.length;
      for (const row of page.passes) rows.set(row.id, row);
      return page;
    },
    { pageSize: PAGE_SIZE },
  );

  async function readPage(): Promise<boolean> {
    const { done } = await pages.next();
    return done !== true;
  }

  return {
    async find(passId, limit) {
      while (!rows.has(passId) && rowsRead < limit) {
        reading ??= readPage().finally(() => {
          reading = undefined;
        });
        if (!(await reading)) break;
      }
      return rows.get(passId);
    },
  };
}
