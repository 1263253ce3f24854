import {
  type FetchPage,
  PAGE_SIZE,
  type ScanOptions,
  type ScannedPage,
  scanPasses,
} from '../api/scanPasses';
import type { PassRow } from '../service/schemas';

/** Small, because only passes created in the same millisecond are needed. */
const CURRENT_PAGE_SIZE = 10;

/** What an item says about its pass. */
interface PassName {
  passId?: string | undefined;
  externalId?: string | null | undefined;
}

interface RowQuery extends PassName {
  passId: string;
  /** Give up after about this many of the template's newest passes. Default: read them all. */
  newest?: number;
}

/**
 * Single rows of the list of a template, for what no other request shows. The items of a run share one reading, which
 * goes no further than their passes. Only rows of passes that items name are kept.
 */
export class PassRows {
  readonly #fetch: FetchPage;
  /** Pass IDs and external IDs. */
  readonly #named = new Set<string>();
  readonly #rows = new Map<string, PassRow>();
  #reading: SharedReading | undefined;

  /** @param fetchPage reads the list of the template */
  constructor(fetchPage: FetchPage) {
    this.#fetch = fetchPage;
  }

  /** Names a pass that an item will ask for. Name it before anything is read: other rows are not kept. */
  name({ passId, externalId }: PassName): void {
    if (passId !== undefined) this.#named.add(passId);
    if (typeof externalId === 'string') this.#named.add(externalId);
  }

  /**
   * The row of a pass; it may be as old as the run.
   * @returns `undefined` if the template has no such pass, or if it is older than the `newest` ones
   */
  async row({ passId, externalId, newest = Infinity }: RowQuery): Promise<PassRow | undefined> {
    if (!this.#named.has(passId) && !this.#named.has(externalId ?? '')) {
      this.name({ passId });
      this.#reading = undefined;
    }
    while (!this.#rows.has(passId)) {
      const reading = (this.#reading ??= new SharedReading(this.#scan()));
      if (!reading.isAtEnd && reading.hasRead(newest)) break;
      const hasMore = await reading.readPage().catch((thrown: unknown) => {
        // A reading that has failed looks like a complete one.
        if (this.#reading === reading) this.#reading = undefined;
        throw thrown;
      });
      if (hasMore) continue;
      // It may have been issued since the reading began.
      await this.#scan({ atMost: PAGE_SIZE }).next();
      break;
    }
    return this.#rows.get(passId);
  }

  /** Whether {@link row} has read all passes: one that it did not find is not among them. */
  get isReadToEnd(): boolean {
    return this.#reading?.isAtEnd === true;
  }

  /** The row as it is now. Costs one request more than {@link row}. */
  async currentRow(query: RowQuery): Promise<PassRow | undefined> {
    const known = await this.row(query);
    if (!known) return undefined;
    // The list continues after a time, so it can be read from just before a pass whose time is known.
    const { created } = known;
    const options = { pageSize: CURRENT_PAGE_SIZE, startAfter: created + 1, createdSince: created };
    for await (const { rows } of this.#scan(options)) {
      const row = rows.find(({ id }) => id === query.passId);
      if (row) return row;
    }
    return undefined;
  }

  async *#scan(options: Partial<ScanOptions> = {}): AsyncGenerator<ScannedPage, void, undefined> {
    for await (const page of scanPasses(this.#fetch, { pageSize: PAGE_SIZE, ...options })) {
      for (const row of page.rows) this.#keep(row);
      yield page;
    }
  }

  #keep(row: PassRow): void {
    if (this.#named.has(row.id) || this.#named.has(row.externalId ?? ''))
      this.#rows.set(row.id, row);
  }
}

/** A reading of a list that several items continue, one page at a time. */
class SharedReading {
  /** Whether the list was read to its end. */
  isAtEnd = false;
  readonly #pages: AsyncGenerator<ScannedPage, void, undefined>;
  #count = 0;
  #pageSize = 0;
  #page: Promise<boolean> | undefined;

  constructor(pages: AsyncGenerator<ScannedPage, void, undefined>) {
    this.#pages = pages;
  }

  /** Whether about so many passes have been read: the next page would bring few of those that are left. */
  hasRead(count: number): boolean {
    return count - this.#count < this.#pageSize / 2;
  }

  /** Items at the same time wait for the same page. @returns false at the end of the list */
  readPage(): Promise<boolean> {
    this.#page ??= this.#readPage().finally(() => {
      this.#page = undefined;
    });
    return this.#page;
  }

  async #readPage(): Promise<boolean> {
    const { value, done } = await this.#pages.next();
    this.isAtEnd = done === true;
    if (done === true) return false;
    this.#count += value.rows.length;
    this.#pageSize = value.largestPage;
    return true;
  }
}
