/**
 * What a run knows of the passes of one template, so that its items need fewer requests. The list of the template is
 * not read, or it is: from three external IDs on, a run reads it once if that takes fewer requests than asking for each of
 * them (docs/many-items.md#lookups-in-bulk). Only rows of passes that items name are kept, so that the size of a
 * template does not matter.
 *
 * What was read of an external ID counts until anybody has worked on it, this run or another one of the process: then the
 * service is asked. Other processes cannot be seen, so a run that issues many reads the newest passes from time to time.
 */

import { type ScanOptions, type FetchPage, PAGE_SIZE, scanPasses } from '../api/scanPasses';
import { toResult } from '../errors/serviceError';
import { groupBy } from '../runtime/records';
import type { Clock } from '../runtime/clock';
import { looseExternalId } from '../service/externalIds';
import type { PassRow } from '../service/schemas';
import type { Found } from './pass/issue/decision';
import { serialKeys } from './serialBy';
import type { Moment, SharedAccount } from './sharedAccount';

/** For fewer lookups, the first page of the list would cost more than it usually saves. */
const MIN_LOOKUPS = 3;
/** Passes issued without asking between two looks at the newest ones. */
const LOOK_AFTER = 100;
/** With a single external ID, a look at the end would make an event cost half as much again. */
const MIN_ISSUED_BY_LOOKUP = 2;

/** All passes of a template, as they were when a run began. */
export interface Snapshot {
  /** Newest first, those without an external ID, too. */
  rows: readonly PassRow[];
  /** The number of passes that the service counts. */
  total: number;
}

/** An external ID that an item has. */
interface NamedId {
  /** How many items have it. */
  count: number;
  /** Whether an earlier attempt may still be issuing its pass, which can then appear at any moment. */
  mayBeInFlight: boolean;
  /** The pass that the run has issued. */
  issuedId?: string;
}

interface IndexOptions {
  templateId: string;
  /** Reads the list of the template. */
  fetchPage: FetchPage;
  clock: Clock;
  account: SharedAccount;
}

export class PassIndex {
  readonly #templateId: string;
  readonly #fetch: FetchPage;
  readonly #clock: Clock;
  readonly #account: SharedAccount;
  readonly #startedAtMs: number;
  readonly #ids = new Map<string, NamedId>();
  /** The external IDs by their loose form, once all are named. */
  #alikeIds: Map<string, string[]> | undefined;
  /** How many external IDs will be looked up. */
  #lookups = 0;
  /** Also those whose external ID differs only in spelling: by its loose form, then by pass ID, the last read last. */
  readonly #rowsBySpelling = new Map<string, Map<string, PassRow>>();
  /** `created` of the newest pass that was read, epoch ms; at most the time of the request: others may be dated ahead. */
  #newest = -Infinity;
  #isRead: Promise<boolean> | undefined;
  /** When the reading of the list began. */
  #readAt: Moment = 0;
  #snapshot: Promise<Snapshot> | undefined;
  #snapshotUntil = -Infinity;
  #absentCount = 0;

  constructor({ templateId, fetchPage, clock, account }: IndexOptions) {
    this.#templateId = templateId;
    this.#clock = clock;
    this.#account = account;
    this.#startedAtMs = clock.monotonicMs();
    this.#fetch = async (query) => {
      const requestedAt = clock.now();
      const page = await fetchPage(query);
      for (const row of page.passes) this.#keep(row, requestedAt);
      return page;
    };
  }

  /** Names the external ID of an item. All are named before the first one is looked up. */
  announce(
    externalId: string,
    { willLookUp, mayBeInFlight }: { willLookUp: boolean; mayBeInFlight: boolean },
  ): void {
    const named = this.#nameId(externalId);
    named.count += 1;
    named.mayBeInFlight ||= mayBeInFlight;
    if (willLookUp && named.count === 1) this.#lookups += 1;
  }

  /** Whether several items have an external ID. */
  isShared(externalId: string): boolean {
    return (this.#ids.get(externalId)?.count ?? 0) > 1;
  }

  /** Whether an earlier attempt may still be issuing its pass. */
  mayBeInFlight(externalId: string): boolean {
    return this.#ids.get(externalId)?.mayBeInFlight === true;
  }

  /** What is known of the passes with an external ID. Reads the list if that is cheaper. */
  async find(externalId: string): Promise<Found> {
    this.#nameId(externalId);
    if (!(await this.readIfCheaper())) return { state: 'unknown' };
    const isCurrent = !this.mayBeInFlight(externalId) && !this.hasBeenWorkedOn({ externalId });
    const rows = this.rowsOf(externalId);
    if (rows.length > 0) return { state: 'listed', rows, isCurrent };
    if (!isCurrent) return { state: 'unknown' };
    this.#absentCount += 1;
    if (this.#absentCount % LOOK_AFTER === 0) await toResult(this.lookAtNewest());
    // Another process may just have issued it.
    const issued = this.rowsOf(externalId);
    return issued.length > 0 ? { state: 'listed', rows: issued, isCurrent } : { state: 'absent' };
  }

  /** Whether this run or another one has worked on a pass since the list was read. */
  hasBeenWorkedOn(pass: { passId?: string; externalId: string }): boolean {
    const keys = serialKeys('pass', { pass: { ...pass, templateId: this.#templateId } });
    return keys.some((key) => this.#account.hasWorkedOn(key, this.#readAt));
  }

  /** Whether a pass certainly has an external ID. Reads the list if that is cheaper. */
  async has(externalId: string): Promise<boolean> {
    if (!(await this.readIfCheaper())) return false;
    return this.rowsOf(externalId).length > 0;
  }

  /** Records the pass that the run has issued. */
  issued(externalId: string, passId: string): void {
    this.#nameId(externalId).issuedId ??= passId;
  }

  /** Whether the run has issued a pass with an external ID. */
  hasIssued(externalId: string): boolean {
    return this.#ids.get(externalId)?.issuedId !== undefined;
  }

  /** The rows of an external ID that were read so far: several are twins. */
  rowsOf(externalId: string): PassRow[] {
    return this.#spellingsOf(externalId).filter((row) => row.externalId === externalId);
  }

  /** The row of a pass, if the list was read, which this does not do, and nobody has worked on the pass since. */
  async currentRow(externalId: string, passId: string): Promise<PassRow | undefined> {
    if ((await this.#isRead) !== true || this.hasBeenWorkedOn({ externalId, passId })) return;
    return this.rowsOf(externalId).find(({ id }) => id === passId);
  }

  /**
   * The external ID of a pass, valid or not, that seems to be this one in another spelling; `undefined` if this one has a
   * pass, or if the run has issued that pass.
   */
  otherSpellingOf(externalId: string): string | undefined {
    const rows = this.#spellingsOf(externalId).filter(({ id, ...row }) => {
      const named = this.#ids.get(row.externalId ?? '');
      return named?.issuedId !== id;
    });
    const ids = rows.map((row) => row.externalId);
    return ids.includes(externalId) ? undefined : (ids[0] ?? undefined);
  }

  /** An earlier external ID of the run that differs from this one only in spelling, if neither has a pass yet. */
  alikeNewId(externalId: string): string | undefined {
    this.#alikeIds ??= groupBy(this.#ids.keys(), looseExternalId);
    const [first = externalId] = this.#alikeIds.get(looseExternalId(externalId)) ?? [];
    const isNew = (id: string) => this.hasIssued(id) || this.rowsOf(id).length === 0;
    return first !== externalId && isNew(first) && isNew(externalId) ? first : undefined;
  }

  /**
   * Reads the list, once, as long as that takes fewer requests than asking for each named external ID.
   * @returns whether it was read. If that fails, each item asks for its pass, and reports the error if it lasts
   */
  readIfCheaper(): Promise<boolean> {
    this.#isRead ??= toResult(this.#readWhileCheaper()).then(({ value = false }) => value);
    return this.#isRead;
  }

  async #readWhileCheaper(): Promise<boolean> {
    const lookups = this.#lookups;
    if (lookups < MIN_LOOKUPS) return false;
    this.#readAt = this.#account.now();
    let count = 0;
    let pageSize = 0;
    for await (const { rows, total, largestPage } of this.#scan()) {
      count += rows.length;
      pageSize = largestPage;
      if (Math.ceil((total - count) / pageSize) >= lookups) return false;
    }
    // Passes that were issued since the first page was read are above that page.
    if (count > pageSize) await this.lookAtNewest();
    return true;
  }

  /**
   * All passes, read once. Ask before anything is sent; later questions are answered from it.
   * @throws {import('../errors/serviceError').ServiceError} if they cannot be read
   */
  all(): Promise<Snapshot> {
    this.#snapshot ??= this.#readAll().catch((thrown: unknown) => {
      this.#snapshot = undefined;
      throw thrown;
    });
    return this.#snapshot;
  }

  async #readAll(): Promise<Snapshot> {
    this.#readAt = this.#account.now();
    const { rows, total } = await this.#readRows();
    this.#snapshotUntil = this.#newest;
    this.#isRead = Promise.resolve(rows.length >= total);
    return { rows, total };
  }

  /** The passes that were issued since {@link all} read them. */
  async newSinceAll(): Promise<PassRow[]> {
    const known = new Set((await this.all()).rows.map(({ id }) => id));
    return (await this.lookAtNewest(this.#snapshotUntil)).filter(({ id }) => !known.has(id));
  }

  /** Reads the passes that were issued since then; default: since the newest one that was read. */
  async lookAtNewest(createdSince: ScanOptions['createdSince'] = this.#newest): Promise<PassRow[]> {
    const { rows } = await this.#readRows({ createdSince });
    return rows;
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

  /**
   * How many external IDs this run and another process have issued. Call it at the end of the run. Costs a request or two
   * if the run has issued several passes, or one and has read the list. If they cannot be read, those that were read.
   */
  async countIssuedTwice(): Promise<number> {
    const issued = [...this.#ids].filter(([, { issuedId }]) => issuedId !== undefined);
    const isRead = (await this.#isRead) === true;
    if (issued.length < (isRead ? 1 : MIN_ISSUED_BY_LOOKUP)) return 0;
    await toResult(this.lookAtNewest(isRead ? this.#newest : this.#runStart()));
    return issued.filter(([externalId]) => this.rowsOf(externalId).length > 1).length;
  }

  /** When the run began, on the clock of the service: its newest pass was issued before now. Of two clocks, the earlier counts. */
  #runStart(): (newest: number) => number {
    const now = this.#clock.now();
    const elapsedMs = Math.ceil(this.#clock.monotonicMs() - this.#startedAtMs);
    return (newest) => Math.min(newest, now) - elapsedMs;
  }

  #nameId(externalId: string): NamedId {
    const known = this.#ids.get(externalId);
    if (known) return known;
    const named = { count: 0, mayBeInFlight: false };
    this.#ids.set(externalId, named);
    const spelling = looseExternalId(externalId);
    if (!this.#rowsBySpelling.has(spelling)) this.#rowsBySpelling.set(spelling, new Map());
    return named;
  }

  #keep(row: PassRow, requestedAt: number): void {
    this.#newest = Math.max(this.#newest, Math.min(row.created, requestedAt));
    const { id, externalId } = row;
    const spellings = externalId && this.#rowsBySpelling.get(looseExternalId(externalId));
    if (!spellings) return;
    spellings.delete(id);
    spellings.set(id, row);
  }

  #spellingsOf(externalId: string): PassRow[] {
    return [...(this.#rowsBySpelling.get(looseExternalId(externalId))?.values() ?? [])];
  }

  #scan(options: Partial<ScanOptions> = {}) {
    return scanPasses(this.#fetch, { pageSize: PAGE_SIZE, ...options });
  }
}
