import { type ScanOptions, type FetchPage, PAGE_SIZE, scanPasses } from '../api/scanPasses';
import { settle } from '../errors/serviceError';
import type { Clock } from '../runtime/clock';
import type { PassPage, PassRow } from '../service/schemas';
import type { Found } from './pass/issue/decision';
import { PassCache, type PassName } from './passCache';
import { serialKeys } from './serialBy';
import type { Sequence, SharedAccount } from './sharedAccount';
import { SharedScan } from './sharedScan';

/** Below this number of lookups, looking up each external ID is cheaper than reading the first page of the list. */
const MIN_LOOKUPS = 3;
/**
 * After this many passes that are issued without a lookup, the run reads the newest passes again, because other
 * processes may have issued some.
 */
const CHECK_EVERY = 100;
/** The check for duplicates at the end costs a request. A run that only looked up and issued one pass skips it. */
const MIN_ISSUED_BY_LOOKUP = 2;
/** Small, because `rereadRow` needs only the passes that were created in the same millisecond. */
const CURRENT_PAGE_SIZE = 10;

/** All passes of a template, as they were when a run began. */
export interface Snapshot {
  /** Newest first, including passes without an external ID. */
  rows: readonly PassRow[];
  /** The number of passes that the service counts. */
  total: number;
  /** `rows` is complete up to this time, epoch ms. */
  newest: number;
}

interface RowQuery extends PassName {
  passId: string;
  /** Give up after about this many of the template's newest passes. Default: read them all. */
  newest?: number;
}

interface PassListOptions {
  templateId: string;
  /** Reads the list of the template. */
  fetchPage: FetchPage;
  clock: Clock;
  account: SharedAccount;
}

/**
 * What a run knows about the passes of one template. If a run needs three or more external IDs, it reads the list once,
 * provided that this takes fewer requests than a lookup for each ID (docs/many-items.md#lookups-in-bulk). Operations
 * that need values which only the list shows read it page by page, until they have found their passes.
 *
 * The run trusts a row until any run in this process has changed its pass. After that, it looks the pass up. It cannot
 * see other processes, so a run that issues many passes reads the newest passes from time to time.
 */
export class PassList extends PassCache {
  readonly #options: PassListOptions;
  readonly #startedAtMs: number;
  #issueCount = 0;
  /**
   * When the newest pass that was read was created, epoch ms. Capped at the time of the request, because the service's
   * clock may be ahead.
   */
  #newest = -Infinity;
  #reading: SharedScan | undefined;
  /**
   * The account's change counter when the run started to read the list. The rows may lack changes with a higher number.
   */
  #readAt: Sequence = 0;
  #isRead: Promise<boolean> | undefined;
  #snapshot: Promise<Snapshot> | undefined;

  constructor(options: PassListOptions) {
    super();
    this.#options = options;
    this.#startedAtMs = options.clock.monotonicMs();
  }

  /** Returns what the run knows about an external ID. Reads the list if that is cheaper than lookups. */
  async find(externalId: string): Promise<Found> {
    const isRead = this.isExpected({ externalId }) && (await this.readIfCheaper());
    if (!isRead) return { state: 'unknown' };
    const rows = this.rowsWith(externalId);
    // Another run may know the pass only by its ID.
    const hasChanged =
      this.hasChanged({ externalId }) ||
      rows.some(({ id: passId }) => this.hasChanged({ externalId, passId }));
    const isCurrent = !hasChanged && !this.mayBeInFlight(externalId);
    if (rows.length > 0) return { state: 'listed', rows, isCurrent };
    return { state: isCurrent ? 'absent' : 'unknown' };
  }

  /**
   * Call it before each pass is issued that {@link find} knows to be absent. Every hundredth call reads the newest
   * passes, because another process may issue passes, too.
   * @returns whether they were read, so that `find` may know more
   */
  async checkNewestBeforeIssue(): Promise<boolean> {
    this.#issueCount += 1;
    if (this.#issueCount % CHECK_EVERY !== 0) return false;
    return (await settle(this.readNewest())).failure === undefined;
  }

  /** Whether any run of this process may have changed a pass since the list was read. */
  hasChanged(pass: { passId?: string; externalId: string }): boolean {
    const { templateId, account } = this.#options;
    const keys = serialKeys('pass', { pass: { ...pass, templateId } });
    return keys.some((key) => account.hasChangedSince(key, this.#readAt));
  }

  /**
   * Returns the cached row of a pass, without sending a request. Returns `undefined` if the list has not been read, or
   * if a run has changed the pass since.
   */
  async cachedRow(externalId: string, passId: string): Promise<PassRow | undefined> {
    if ((await this.#isRead) !== true || this.hasChanged({ externalId, passId })) return;
    return this.rowOf(passId);
  }

  /**
   * Returns the row of a pass, which may be as old as the run. All items continue the same scan, which stops as soon as
   * it has found their passes.
   * @returns `undefined` if the template has no such pass, or if the pass is older than the `newest` passes
   */
  async readRow({ passId, externalId, newest = Infinity }: RowQuery): Promise<PassRow | undefined> {
    if (!this.isExpected({ passId, externalId })) {
      this.expect({ passId });
      // The scan may have passed this row and dropped it, because no item had named it. Start again.
      this.#reading = undefined;
    }
    // An external ID is found at any time, a pass ID was there before the run.
    const mayBeNewer = !this.isExpected({ passId });
    const isKnown = () => this.rowOf(passId) !== undefined;
    const reading = await this.#readUntil((read) => isKnown() || read.hasReadAbout(newest));
    // The pass may have been issued after the scan began. Then it is among the newest.
    if (mayBeNewer && !isKnown() && reading.isAtEnd) await this.readNewest();
    return this.rowOf(passId);
  }

  /** Whether {@link readRow} has read all passes. If so, a pass that it did not find is not on the template. */
  get isReadToEnd(): boolean {
    return this.#reading?.isAtEnd === true;
  }

  /** Reads a row again, as it is now. Costs one request more than {@link readRow}. */
  async rereadRow(query: RowQuery): Promise<PassRow | undefined> {
    const known = await this.readRow(query);
    if (!known) return undefined;
    // The service continues a list after a given time, so it can start just before the pass.
    const { created } = known;
    const options = { pageSize: CURRENT_PAGE_SIZE, startAfter: created + 1, createdSince: created };
    for await (const { rows } of this.#scan(options)) {
      const row = rows.find(({ id }) => id === query.passId);
      if (row) return row;
    }
    return undefined;
  }

  /**
   * Reads the list once, as long as the remaining pages are fewer than the lookups that they replace.
   * @returns whether it was read. If reading fails, each item looks up its own pass, and reports the error if it
   *   persists
   */
  readIfCheaper(): Promise<boolean> {
    this.#isRead ??= settle(this.#readWhileCheaper()).then(({ value = false }) => value);
    return this.#isRead;
  }

  async #readWhileCheaper(): Promise<boolean> {
    if (this.lookupCount < MIN_LOOKUPS) return false;
    this.#readAt = this.#options.account.currentSequence();
    const reading = await this.#readUntil(({ pagesLeft }) => pagesLeft >= this.lookupCount);
    if (!reading.isAtEnd) return false;
    // Passes that were issued after the first page was read are not on the later pages.
    if (reading.count > reading.largestPage) await this.readNewest();
    return true;
  }

  /**
   * Reads all passes, once per run. Call it before the run sends anything: {@link find} then uses these rows.
   * @throws {import('../errors/serviceError').ServiceError} if they cannot be read
   */
  readAll(): Promise<Snapshot> {
    this.#snapshot ??= this.#readSnapshot().catch((thrown: unknown) => {
      this.#snapshot = undefined;
      throw thrown;
    });
    return this.#snapshot;
  }

  async #readSnapshot(): Promise<Snapshot> {
    this.#readAt = this.#options.account.currentSequence();
    const { rows, total } = await this.#readRows();
    this.#isRead = Promise.resolve(rows.length >= total);
    return { rows, total, newest: this.#newest };
  }

  /** Reads the passes that were issued since {@link readAll}. */
  async readNewSinceAll(): Promise<PassRow[]> {
    const { rows, newest } = await this.readAll();
    const known = new Set(rows.map(({ id }) => id));
    return (await this.readNewest(newest)).filter(({ id }) => !known.has(id));
  }

  /** Reads the passes that were issued since a time. Default: since the newest pass that was read. */
  async readNewest(createdSince: ScanOptions['createdSince'] = this.#newest): Promise<PassRow[]> {
    const { rows } = await this.#readRows({ createdSince });
    return rows;
  }

  /**
   * Returns how many external IDs both this run and another process have issued. Call it at the end of the run. It
   * sends a request or two if the run issued several passes, or one pass after reading the list. If they fail, it
   * compares only the rows that were read before.
   */
  async countIssuedTwice(): Promise<number> {
    const issued = this.issuedIds();
    const isRead = (await this.#isRead) === true;
    if (issued.length < (isRead ? 1 : MIN_ISSUED_BY_LOOKUP)) return 0;
    await settle(this.readNewest(isRead ? undefined : this.#runStart()));
    return issued.filter((externalId) => this.rowsWith(externalId).length > 1).length;
  }

  /**
   * When the run began, on the service's clock, which only the newest pass shows. Our own clock is used if it is
   * behind.
   */
  #runStart(): (newest: number) => number {
    const { clock } = this.#options;
    const now = clock.now();
    const elapsedMs = Math.ceil(clock.monotonicMs() - this.#startedAtMs);
    return (newest) => Math.min(newest, now) - elapsedMs;
  }

  /** Continues the scan that all items share. */
  async #readUntil(isEnough: (reading: SharedScan) => boolean): Promise<SharedScan> {
    const reading = (this.#reading ??= new SharedScan(this.#scan()));
    await reading
      .readUntil(() => isEnough(reading))
      .catch((thrown: unknown) => {
        // After an error, an async generator reports `done`, as if the list had ended. Discard it.
        if (this.#reading === reading) this.#reading = undefined;
        throw thrown;
      });
    return reading;
  }

  async #readRows(options?: Partial<ScanOptions>): Promise<{ rows: PassRow[]; total: number }> {
    const rows: PassRow[] = [];
    let total = 0;
    for await (const page of this.#scan(options)) {
      total = page.total;
      for (const row of page.rows) rows.push(row);
    }
    return { rows, total };
  }

  #scan(options: Partial<ScanOptions> = {}) {
    return scanPasses((query) => this.#fetchPage(query), { pageSize: PAGE_SIZE, ...options });
  }

  async #fetchPage(query: Parameters<FetchPage>[0]): Promise<PassPage> {
    const { clock, fetchPage } = this.#options;
    const requestedAt = clock.now();
    const page = await fetchPage(query);
    for (const row of page.passes) {
      this.#newest = Math.max(this.#newest, Math.min(row.created, requestedAt));
      this.keep(row);
    }
    return page;
  }
}
