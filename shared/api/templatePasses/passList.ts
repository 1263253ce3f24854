import { isServiceError } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';
import type { PassRow } from '../../service/schemas';
import { type FetchPage, type ScanOptions, PAGE_SIZE, scanPasses } from '../scanPasses';
import { SharedScan } from './sharedScan';

/** For fewer lookups, the first page of the list would cost more than it usually saves. */
const MIN_LOOKUPS = 20;
/** Small, because only passes created in the same millisecond are needed. */
const CURRENT_PAGE_SIZE = 10;

interface RowQuery {
  passId: string;
  externalId?: string | null | undefined;
  /** Give up after this many of the template's newest passes. Default: read them all. */
  newest?: number | undefined;
}

/** All passes of a template, as they were when a run began. */
export interface ListSnapshot {
  /** Newest first, without external ID, too. */
  rows: readonly PassRow[];
  /** As the list says. */
  total: number | undefined;
  /** Whether they are certainly all. */
  isComplete: boolean;
}

/**
 * What the list of a template says, to one run. It is read once for all items, no further than they need, and only
 * the rows of the passes that the run names are kept.
 */
export class PassList {
  readonly #client: ServiceClient;
  readonly #fetchPage: FetchPage;
  readonly #passIds = new Set<string>();
  /** The rows of each named external ID by pass ID, in the order in which they were read last. */
  readonly #byExternalId = new Map<string, Map<string, PassRow>>();
  /** The rows of named passes, by pass ID. */
  readonly #byId = new Map<string, PassRow>();

  /** Restarted if it failed, because a failed scan looks like a complete one. */
  #scan: SharedScan;
  #newestCreated = -Infinity;
  #snapshot: Promise<ListSnapshot> | undefined;
  #whole: Promise<boolean> | undefined;
  #wholeUntil = -Infinity;

  /** @param fetchPage reads the list of the template */
  constructor(client: ServiceClient, fetchPage: FetchPage) {
    this.#client = client;
    this.#fetchPage = this.#keeping(fetchPage);
    this.#scan = this.#newScan();
  }

  /** Announces a pass of an item. Those named before the list is read are found in one reading. */
  register({ passId, externalId }: { passId?: string; externalId?: string }): void {
    if (passId !== undefined) this.#passIds.add(passId);
    if (externalId !== undefined && !this.#byExternalId.has(externalId)) {
      this.#byExternalId.set(externalId, new Map());
    }
  }

  /** How many external IDs the run has named. */
  get namedIds(): number {
    return this.#byExternalId.size;
  }

  /**
   * Reads the whole list, once, if that takes fewer requests than looking up each named external ID
   * (docs/many-items.md#lookups-in-bulk).
   * @returns whether every pass of the template is known
   */
  readWhole(): Promise<boolean> {
    this.#whole ??= this.#readWhole().catch(unreadable);
    return this.#whole;
  }

  /** Whether {@link readWhole} has read every pass of the template; false if it was not called. */
  async isWhole(): Promise<boolean> {
    return (await this.#whole) === true;
  }

  /** When the newest pass was issued that is certainly in a list that was read whole, epoch ms. */
  get wholeUntil(): number {
    return this.#wholeUntil;
  }

  /** The rows of a named external ID that were read so far, by pass ID. */
  rowsOf(externalId: string): ReadonlyMap<string, PassRow> {
    return this.#byExternalId.get(externalId) ?? new Map<string, PassRow>();
  }

  /** The row of the pass with a named external ID, if the whole list was read: of several, the oldest. */
  async rowOf(externalId: string): Promise<PassRow | undefined> {
    return (await this.isWhole()) ? this.#oldestOf(externalId) : undefined;
  }

  /** The passes with a named external ID but the oldest one; none unless the whole list was read. */
  async duplicatesOf(externalId: string): Promise<string[]> {
    const oldest = await this.rowOf(externalId);
    return oldest ? [...this.rowsOf(externalId).keys()].filter((id) => id !== oldest.id) : [];
  }

  #oldestOf(externalId: string): PassRow | undefined {
    let oldest: PassRow | undefined;
    for (const row of this.rowsOf(externalId).values()) {
      // Of passes created at the same moment, the list has the older one later.
      if (!oldest || row.created <= oldest.created) oldest = row;
    }
    return oldest;
  }

  /**
   * All passes, read once. Ask before anything is sent; later questions about the list are answered from it.
   * @throws {import('../../errors/serviceError').ServiceError} if they cannot be read
   */
  snapshot(): Promise<ListSnapshot> {
    this.#snapshot ??= this.#readSnapshot().catch((thrown: unknown) => {
      this.#snapshot = undefined;
      throw thrown;
    });
    return this.#snapshot;
  }

  /** The passes that were issued since the newest one of the snapshot. */
  async rowsSinceSnapshot(): Promise<PassRow[]> {
    const known = new Set((await this.snapshot()).rows.map(({ id }) => id));
    const { rows } = await this.#readRows({ createdSince: this.#wholeUntil });
    return rows.filter(({ id }) => !known.has(id));
  }

  async #readSnapshot(): Promise<ListSnapshot> {
    const { rows, total } = await this.#readRows({});
    this.#wholeUntil = this.#newestCreated;
    const isComplete = total !== undefined && rows.length >= total;
    this.#whole = Promise.resolve(isComplete);
    return { rows, total, isComplete };
  }

  async #readRows(
    options: Pick<ScanOptions, 'createdSince'>,
  ): Promise<{ rows: PassRow[]; total: number | undefined }> {
    const rows: PassRow[] = [];
    let total: number | undefined;
    for await (const page of scanPasses(this.#fetchPage, { pageSize: PAGE_SIZE, ...options })) {
      total = page.total;
      for (const row of page.rows) rows.push(row);
    }
    return { rows, total };
  }

  /**
   * The row of a pass: `GET /pass` has no field values (docs/service.md#reading-returns-no-field-values). It may be
   * as old as the run.
   */
  async find({ passId, externalId, newest = Infinity }: RowQuery): Promise<PassRow | undefined> {
    if (!this.#passIds.has(passId) && !this.#byExternalId.has(externalId ?? '')) {
      // Its row may be among those that were not kept.
      this.register({ passId });
      this.#scan = this.#newScan();
    }
    while (!this.#byId.has(passId) && this.#scan.rowsReceived < newest) {
      if (await this.#readPage()) continue;
      // It may have been issued since the reading began.
      if (newest === Infinity) await this.refresh();
      break;
    }
    return this.#byId.get(passId);
  }

  /** The row as it is now. Costs one request more than {@link find}. */
  async readCurrent(query: RowQuery): Promise<PassRow | undefined> {
    const known = await this.find(query);
    if (!known) return undefined;
    // The list continues after a time, so it can be read from just before a pass whose time is known.
    const { created } = known;
    const pages = scanPasses(this.#fetchPage, {
      pageSize: CURRENT_PAGE_SIZE,
      startAfter: created + 1,
      createdSince: created,
    });
    for await (const { rows } of pages) {
      const row = rows.find(({ id }) => id === query.passId);
      if (row) return row;
    }
    return undefined;
  }

  /** Reads the passes that were issued since the newest one that was read. */
  async refresh(): Promise<true> {
    return await this.readSince(this.#newestCreated);
  }

  /** Reads the passes that were issued since then. */
  async readSince(createdSince: ScanOptions['createdSince']): Promise<true> {
    const pages = scanPasses(this.#fetchPage, { pageSize: PAGE_SIZE, createdSince });
    while (!(await pages.next()).done);
    return true;
  }

  #newScan(): SharedScan {
    return new SharedScan(this.#fetchPage);
  }

  async #readPage(): Promise<boolean> {
    const scan = this.#scan;
    return await scan.readPage().catch((thrown: unknown) => {
      if (this.#scan === scan) this.#scan = this.#newScan();
      throw thrown;
    });
  }

  async #readWhole(): Promise<boolean> {
    const lookups = this.namedIds;
    if (lookups < MIN_LOOKUPS) return false;
    const scan = this.#scan;
    while (await this.#readPage()) if (scan.pagesLeft >= lookups) return false;
    this.#wholeUntil = this.#newestCreated;
    // A pass that is missing in the list would be issued again.
    if (scan.total === undefined || scan.passesRead < scan.total) return false;
    // Passes that were issued since its first page was read are above that page.
    return scan.passesRead <= scan.largestPage || (await this.refresh());
  }

  /**
   * The same pages, whose rows are kept, also those that a scan omits. A pass may be dated in the future, above
   * those that are issued later, so it says nothing about which passes have been read.
   */
  #keeping(fetchPage: FetchPage): FetchPage {
    return async (query) => {
      const requestedAt = this.#client.clock.now();
      const page = await fetchPage(query);
      for (const row of page.passes) {
        this.#newestCreated = Math.max(this.#newestCreated, Math.min(row.created, requestedAt));
        this.#keep(row);
      }
      return page;
    };
  }

  #keep(row: PassRow): void {
    const ofExternalId = this.#byExternalId.get(row.externalId ?? '');
    if (ofExternalId || this.#passIds.has(row.id)) this.#byId.set(row.id, row);
    ofExternalId?.delete(row.id);
    ofExternalId?.set(row.id, row);
  }
}

/** The lookups of the items report the error, if it lasts. */
export function unreadable(thrown: unknown): false {
  if (isServiceError(thrown)) return false;
  throw thrown;
}
