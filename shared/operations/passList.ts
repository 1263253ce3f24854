import type { FetchPage } from '../api/scanPasses';
import { settle } from '../errors/serviceError';
import type { Clock } from '../runtime/clock';
import type { PassRow } from '../service/schemas';
import type { PassKnowledge } from './pass/issue/decision';
import { PassCache } from './passCache';
import { PassReader } from './passReader';
import { lockKeys } from './serialBy';
import type { ChangeCount, SharedAccount } from './sharedAccount';

/** Below this number of lookups, looking up each external ID is cheaper than reading the first page of the list. */
const MIN_LOOKUPS = 3;
/**
 * After this many passes that are issued without a lookup, the run reads the newest passes again, because other
 * processes may have issued some.
 */
const CHECK_EVERY = 100;
/** The check for duplicates at the end costs a request. A run that only looked up and issued one pass skips it. */
const MIN_ISSUED_BY_LOOKUP = 2;

/** All passes of a template, as they were when a run began. */
interface Snapshot {
  /** Newest first, including passes without an external ID. */
  rows: readonly PassRow[];
  /** The number of passes that the service counts. */
  total: number;
  /** `rows` is complete up to this time, epoch ms. */
  newestCreated: number;
}

interface PassListOptions {
  templateId: string;
  /** Reads the list of the template. */
  fetchPage: FetchPage;
  clock: Clock;
  account: SharedAccount;
}

/**
 * Answers from one reading of the list which passes a template has, so that items need no lookups. If a run needs three
 * or more external IDs, it reads the list once, provided that this takes fewer requests than a lookup for each ID
 * (docs/many-items.md#lookups-in-bulk).
 *
 * The run trusts a row until any run in this process has changed its pass. After that, it looks the pass up. It cannot
 * see other processes, so a run that issues many passes reads the newest passes from time to time.
 */
export class PassList {
  /** What is known without a request. */
  readonly cache = new PassCache();
  /** Reads the list into {@link cache}. Operations that need values which only the list shows read single rows. */
  readonly reader: PassReader;
  readonly #options: PassListOptions;
  readonly #startedAtMs: number;
  #issueCount = 0;
  /**
   * The account's change counter when the run started to read the list. The rows may lack changes with a higher number.
   */
  #changesAtRead: ChangeCount = 0;
  #reading: Promise<boolean> | undefined;
  #snapshot: Promise<Snapshot> | undefined;

  constructor(options: PassListOptions) {
    const { fetchPage, clock } = options;
    this.#options = options;
    this.#startedAtMs = clock.monotonicMs();
    this.reader = new PassReader(this.cache, fetchPage, clock);
  }

  /** Returns what the run knows about an external ID. Reads the list if that is cheaper than lookups. */
  async whatIsKnown(externalId: string): Promise<PassKnowledge> {
    const isRead = this.cache.isNamed({ externalId }) && (await this.readIfCheaper());
    if (!isRead) return { state: 'unknown' };
    const rows = this.cache.rowsWith(externalId);
    // Another run may know the pass only by its ID.
    const mayHaveChanged =
      this.mayHaveChanged({ externalId }) ||
      rows.some(({ id: passId }) => this.mayHaveChanged({ externalId, passId }));
    const isCurrent = !mayHaveChanged && !this.cache.mayBeInFlight(externalId);
    if (rows.length > 0) return { state: 'listed', rows, isCurrent };
    return { state: isCurrent ? 'absent' : 'unknown' };
  }

  /**
   * Like {@link whatIsKnown}, for a pass that is issued if it is absent. Every {@link CHECK_EVERY}th absent pass reads
   * the newest passes first, because another process may have issued it.
   */
  async whatIsKnownBeforeIssue(externalId: string): Promise<PassKnowledge> {
    const found = await this.whatIsKnown(externalId);
    if (found.state !== 'absent') return found;
    this.#issueCount += 1;
    if (this.#issueCount % CHECK_EVERY !== 0) return found;
    await settle(this.reader.readNewest());
    return await this.whatIsKnown(externalId);
  }

  /** Whether any run of this process may have changed a pass since the list was read. */
  mayHaveChanged(pass: { passId?: string; externalId: string }): boolean {
    const { templateId, account } = this.#options;
    const keys = lockKeys('pass', { pass: { ...pass, templateId } });
    return keys.some((key) => account.hasChangedSince(key, this.#changesAtRead));
  }

  /**
   * Returns the cached row of a pass, without sending a request. Returns `undefined` if the list has not been read, or
   * if a run has changed the pass since.
   */
  async cachedRow(externalId: string, passId: string): Promise<PassRow | undefined> {
    if ((await this.#reading) !== true || this.mayHaveChanged({ externalId, passId })) return;
    return this.cache.row(passId);
  }

  /**
   * Reads the list once, as long as the remaining pages are fewer than the lookups that they replace.
   * @returns whether it was read. If reading fails, each item looks up its own pass, and reports the error if it
   *   persists
   */
  readIfCheaper(): Promise<boolean> {
    this.#reading ??= settle(this.#readWhileCheaper()).then(({ value = false }) => value);
    return this.#reading;
  }

  async #readWhileCheaper(): Promise<boolean> {
    const { cache, reader } = this;
    if (cache.lookupCount < MIN_LOOKUPS) return false;
    this.#changesAtRead = this.#options.account.changeCount();
    const scan = await reader.readUntil(({ pagesLeft }) => pagesLeft >= cache.lookupCount);
    if (!scan.isAtEnd) return false;
    // Passes that were issued after the first page was read are not on the later pages.
    if (scan.count > scan.largestPage) await reader.readNewest();
    return true;
  }

  /**
   * Reads all passes, once per run. Call it before the run sends anything: {@link whatIsKnown} then uses these rows.
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
    this.#changesAtRead = this.#options.account.changeCount();
    const { rows, total } = await this.reader.readAll();
    this.#reading = Promise.resolve(rows.length >= total);
    return { rows, total, newestCreated: this.reader.newestCreated };
  }

  /** Reads the passes that were issued since {@link readAll}. */
  async readNewSinceAll(): Promise<PassRow[]> {
    const { rows, newestCreated } = await this.readAll();
    const known = new Set(rows.map(({ id }) => id));
    return (await this.reader.readNewest(newestCreated)).filter(({ id }) => !known.has(id));
  }

  /**
   * Returns how many external IDs both this run and another process have issued. Call it at the end of the run. If the
   * run issued several passes, or one pass after reading the list, it reads the passes that were issued since: usually
   * a page. If that fails, it compares only the rows that were read before.
   */
  async countIssuedTwice(): Promise<number> {
    const issued = this.cache.issuedExternalIds();
    const isRead = (await this.#reading) === true;
    if (issued.length < (isRead ? 1 : MIN_ISSUED_BY_LOOKUP)) return 0;
    await settle(this.reader.readNewest(isRead ? undefined : this.#runStart()));
    return issued.filter((externalId) => this.cache.rowsWith(externalId).length > 1).length;
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
}
