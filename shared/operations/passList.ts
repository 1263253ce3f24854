import { type ScanOptions, type FetchPage, PAGE_SIZE, scanPasses } from '../api/scanPasses';
import { settle } from '../errors/serviceError';
import type { Clock } from '../runtime/clock';
import type { PassPage, PassRow } from '../service/schemas';
import type { Found } from './pass/issue/decision';
import { PassCache, type PassName } from './passCache';
import { serialKeys } from './serialBy';
import type { Sequence, SharedAccount } from './sharedAccount';
import { SharedScan } from './sharedScan';

/** For fewer lookups, the first page of the list would cost more than it usually saves. */
const MIN_LOOKUPS = 3;
/** After so many passes that are issued without asking, the newest ones are read. */
const CHECK_EVERY = 100;
/** With a single external ID, reading the newest passes at the end would make an event cost half as much again. */
const MIN_ISSUED_BY_LOOKUP = 2;
/** Small, because only passes created in the same millisecond are needed. */
const CURRENT_PAGE_SIZE = 10;

/** All passes of a template, as they were when a run began. */
export interface Snapshot {
  /** Newest first, those without an external ID, too. */
  rows: readonly PassRow[];
  /** The number of passes that the service counts. */
  total: number;
  /** Passes created before this time, epoch ms, are among the rows. */
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
 * The list of the passes of one template, which a run reads so that its items need fewer requests: from three external
 * IDs on, once, if that takes fewer requests than asking for each of them (docs/many-items.md#lookups-in-bulk); and for
 * what no other request shows, as far as the passes of its items.
 *
 * What the list says of an external ID counts until anybody has worked on it, this run or another one of the process: then
 * the service is asked. Other processes cannot be seen, so a run that issues many reads the newest passes from time to time.
 */
export class PassList extends PassCache {
  readonly #options: PassListOptions;
  readonly #startedAtMs: number;
  #issueCount = 0;
  /** `created` of the newest pass that was read, epoch ms; at most the time of the request: others may be dated ahead. */
  #newest = -Infinity;
  #reading: SharedScan | undefined;
  /** When the reading of the whole list began. */
  #readAt: Sequence = 0;
  #isRead: Promise<boolean> | undefined;
  #snapshot: Promise<Snapshot> | undefined;

  constructor(options: PassListOptions) {
    super();
    this.#options = options;
    this.#startedAtMs = options.clock.monotonicMs();
  }

  /** What is known of the passes with an external ID. Reads the list if that is cheaper. */
  async find(externalId: string): Promise<Found> {
    const isRead = this.isExpected({ externalId }) && (await this.readIfCheaper());
    if (!isRead) return { state: 'unknown' };
    const rows = this.rowsWith(externalId);
    // Another run may know a pass by its ID alone.
    const hasChanged =
      this.hasChanged({ externalId }) ||
      rows.some(({ id: passId }) => this.hasChanged({ externalId, passId }));
    const isCurrent = !hasChanged && !this.mayBeInFlight(externalId);
    if (rows.length > 0) return { state: 'listed', rows, isCurrent };
    return { state: isCurrent ? 'absent' : 'unknown' };
  }

  /**
   * Reads the newest passes before every hundredth one that is issued because {@link find} knows that it is absent: another
   * process may issue passes, too.
   * @returns whether they were read, so that `find` may know more
   */
  async checkNewestBeforeIssue(): Promise<boolean> {
    this.#issueCount += 1;
    if (this.#issueCount % CHECK_EVERY !== 0) return false;
    return (await settle(this.readNewest())).failure === undefined;
  }

  /** Whether this run or another one has worked on a pass since the list was read. */
  hasChanged(pass: { passId?: string; externalId: string }): boolean {
    const { templateId, account } = this.#options;
    const keys = serialKeys('pass', { pass: { ...pass, templateId } });
    return keys.some((key) => account.hasChangedSince(key, this.#readAt));
  }

  /** The row of a pass, if the list was read, which this does not do, and nobody has worked on the pass since. */
  async cachedRow(externalId: string, passId: string): Promise<PassRow | undefined> {
    if ((await this.#isRead) !== true || this.hasChanged({ externalId, passId })) return;
    return this.rowOf(passId);
  }

  /**
   * The row of a pass; it may be as old as the run. The items of a run share one reading, which goes no further than
   * their passes.
   * @returns `undefined` if the template has no such pass, or if it is older than the `newest` ones
   */
  async readRow({ passId, externalId, newest = Infinity }: RowQuery): Promise<PassRow | undefined> {
    if (!this.isExpected({ passId, externalId })) {
      this.expect({ passId });
      // Its row may have been read, and was not kept.
      this.#reading = undefined;
    }
    // An external ID is found at any time, a pass ID was there before the run.
    const mayBeNewer = !this.isExpected({ passId });
    const isKnown = () => this.rowOf(passId) !== undefined;
    const reading = await this.#readUntil((read) => isKnown() || read.hasReadAbout(newest));
    if (mayBeNewer && !isKnown() && reading.isAtEnd) await this.readNewest();
    return this.rowOf(passId);
  }

  /** Whether {@link readRow} has read all passes: one that it did not find is not among them. */
  get isReadToEnd(): boolean {
    return this.#reading?.isAtEnd === true;
  }

  /** The row as it is now. Costs one request more than {@link readRow}. */
  async rereadRow(query: RowQuery): Promise<PassRow | undefined> {
    const known = await this.readRow(query);
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

  /**
   * Reads the list, once, as long as that takes fewer requests than asking for each external ID.
   * @returns whether it was read. If that fails, each item asks for its pass, and reports the error if it lasts
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
    // Passes that were issued since the first page was read are above that page.
    if (reading.count > reading.largestPage) await this.readNewest();
    return true;
  }

  /**
   * Reads all passes, once. Ask before anything is sent; later questions are answered from it.
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

  /** Reads the passes that were issued since then; default: since the newest one that was read. */
  async readNewest(createdSince: ScanOptions['createdSince'] = this.#newest): Promise<PassRow[]> {
    const { rows } = await this.#readRows({ createdSince });
    return rows;
  }

  /**
   * How many external IDs this run and another process have issued. Call it at the end of the run. Costs a request or two
   * if the run has issued several passes, or one and has read the list. If they cannot be read, those that were read count.
   */
  async countIssuedTwice(): Promise<number> {
    const issued = this.issuedIds();
    const isRead = (await this.#isRead) === true;
    if (issued.length < (isRead ? 1 : MIN_ISSUED_BY_LOOKUP)) return 0;
    await settle(this.readNewest(isRead ? undefined : this.#runStart()));
    return issued.filter((externalId) => this.rowsWith(externalId).length > 1).length;
  }

  /** When the run began, on the clock of the service: its newest pass was issued before now. Of two clocks, the earlier counts. */
  #runStart(): (newest: number) => number {
    const { clock } = this.#options;
    const now = clock.now();
    const elapsedMs = Math.ceil(clock.monotonicMs() - this.#startedAtMs);
    return (newest) => Math.min(newest, now) - elapsedMs;
  }

  /** Continues the reading that all items share. */
  async #readUntil(isEnough: (reading: SharedScan) => boolean): Promise<SharedScan> {
    const reading = (this.#reading ??= new SharedScan(this.#scan()));
    await reading
      .readUntil(() => isEnough(reading))
      .catch((thrown: unknown) => {
        // A reading that has failed looks like a complete one.
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
