import { isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import type { PassRow } from '../service/schemas';
import { findByContact } from './findByContact';
import { type FetchPage, type ScanOptions, PAGE_SIZE, scanPasses } from './scanPasses';
import { SharedScan } from './sharedScan';

/** For fewer lookups, the first page of the list would cost more than it usually saves. */
const MIN_LOOKUPS = 20;
/** New passes between two looks at the newest passes of the template. */
const REFRESH_AFTER = 100;
/** With a single external ID, a look for passes of other runs would make an event cost half as much again. */
const MIN_NAMED = 2;
/** Small, because only passes created in the same millisecond are needed. */
const CURRENT_PAGE_SIZE = 10;

interface RowQuery {
  passId: string;
  externalId?: string | null | undefined;
  /** The holder's email or phone, if known: one search instead of reading the list. */
  contact?: string | undefined;
  /** Give up after this many of the template's newest passes. Default: read them all. */
  newest?: number | undefined;
}

/** External IDs for which this run and another one have issued a pass. */
export interface Duplicates {
  found: Duplicate[];
  /** False if the passes could not be read, so that some may be missing. */
  isComplete: boolean;
}

/** What several looks have noticed; `undefined` if none of them has. */
export function allDuplicates(looks: readonly (Duplicates | undefined)[]): Duplicates | undefined {
  const noticed = looks.filter((duplicates) => duplicates !== undefined);
  if (noticed.length === 0) return undefined;
  return {
    found: noticed.flatMap(({ found }) => found),
    isComplete: noticed.every(({ isComplete }) => isComplete),
  };
}

export interface Duplicate {
  templateId: string;
  externalId: string;
  /** When the first of its passes was issued, epoch ms. */
  created: number;
}

/** What the run knows of an external ID. */
interface Known {
  /** Its oldest pass in the list. */
  row?: PassRow;
  /** Its other passes in the list. */
  others?: Set<string>;
  /** Whether it must be looked up: an item has claimed it, or an earlier attempt may have issued it. */
  isTaken: boolean;
  /** Whether an earlier attempt may have issued it, or may still be issuing it. */
  mayBeUnderWay?: true;
  /** Whether this run issues it. */
  isOwn: boolean;
  /** The pass that this run issued, or the first one that was seen since it was claimed. */
  passId?: string;
}

/**
 * The passes of a template as one run sees them. The list is read once for all items of the run, no further than
 * they need, and only the rows that the run names are kept.
 */
export class TemplatePasses {
  readonly #client: ServiceClient;
  readonly #templateId: string;
  readonly #fetchPage: FetchPage;
  readonly #startedAtMs: number;
  readonly #passIds = new Set<string>();
  readonly #externalIds = new Map<string, Known>();
  /** The named rows, by pass ID. */
  readonly #rows = new Map<string, PassRow>();

  /** Restarted if it failed, because a failed scan looks like a complete one. */
  #scan: SharedScan;
  #newestCreated = -Infinity;
  #newestAtStart: Promise<number> | undefined;
  /** Whether the list was read completely. */
  #hasList: Promise<boolean> | undefined;
  /** Passes up to this moment existed before this run issued any. */
  #createdBefore = -Infinity;
  #claims = 0;
  /** False as soon as passes of other runs could be seen too late: then each pass is looked up. */
  #canClaim = true;
  #hasOtherRun = false;
  /** Nothing is issued during a refresh: passes of other runs would be seen too late. */
  #refreshed = Promise.resolve(true);

  /** @param fetchPage reads the list of the template */
  constructor(client: ServiceClient, templateId: string, fetchPage: FetchPage) {
    this.#client = client;
    this.#templateId = templateId;
    this.#fetchPage = this.#keeping(fetchPage);
    this.#startedAtMs = client.clock.monotonicMs();
    this.#scan = this.#newScan();
  }

  /** Announces a pass of an item. Those named before the list is read are found in one reading. */
  name({ passId, externalId }: { passId?: string; externalId?: string }): void {
    if (passId !== undefined) this.#passIds.add(passId);
    if (externalId !== undefined) this.#known(externalId);
  }

  /** After an unknown result of an earlier attempt: a pass with this external ID may appear at any moment. */
  neverClaim(externalId: string): void {
    const known = this.#known(externalId);
    known.isTaken = true;
    known.mayBeUnderWay = true;
  }

  /** Whether an earlier attempt may still be issuing a pass with this external ID. */
  mayBeUnderWay(externalId: string): boolean {
    return this.#externalIds.get(externalId)?.mayBeUnderWay === true;
  }

  /**
   * What the list says of an external ID, to its first item; further items and retries look it up. Reads the list
   * if that takes fewer requests than looking up each named external ID (docs/many-items.md#lookups-in-bulk).
   * @returns `isUnused`: no pass has it, so the caller issues one without looking it up; `row`: its only pass, as old
   *   as the run. Neither if the pass must be looked up
   */
  async claim(externalId: string): Promise<{ isUnused: boolean; row?: PassRow }> {
    this.#hasList ??= this.#readAll().catch(unreadable);
    const known = this.#known(externalId);
    if (known.isTaken) return { isUnused: false };
    known.isTaken = true;
    if (!(await this.#hasList) || !this.#canClaim) return { isUnused: false };
    if (known.row) return { isUnused: false, ...(!known.others && { row: known.row }) };
    known.isOwn = true;
    this.#claims += 1;
    if (this.#claims % REFRESH_AFTER === 0) {
      this.#refreshed = this.#refresh().catch(unreadable);
    }
    if (!(await this.#refreshed)) this.#canClaim = false;
    // The refresh may have found a pass that another run has just issued.
    return { isUnused: this.#canClaim && known.passId === undefined };
  }

  /**
   * Whether a pass certainly has an external ID, without claiming it. If not, look it up. Reads the list as
   * {@link claim} does.
   */
  async has(externalId: string): Promise<boolean> {
    this.#hasList ??= this.#readAll().catch(unreadable);
    if (!(await this.#hasList)) return false;
    const known = this.#externalIds.get(externalId);
    return (known?.row ?? known?.passId) !== undefined;
  }

  /** Records the pass that the caller issued. */
  recordIssued(externalId: string, passId: string): void {
    const known = this.#known(externalId);
    known.isOwn = true;
    known.passId ??= passId;
    if (known.passId === passId) return;
    this.#hasOtherRun = true;
    this.#canClaim = false;
  }

  /** The row that the pass with an external ID had before the run, if the list was read: of several, the oldest. */
  async rowOf(externalId: string): Promise<PassRow | undefined> {
    return (await this.#hasList) ? this.#externalIds.get(externalId)?.row : undefined;
  }

  /** The passes with an external ID but the oldest one; none if the list was not read. */
  async duplicatesOf(externalId: string): Promise<string[]> {
    return (await this.#hasList) ? [...(this.#externalIds.get(externalId)?.others ?? [])] : [];
  }

  /** When the newest pass that existed at the start of the run was issued, epoch ms. Ask before issuing any. */
  newestAtStart(): Promise<number> {
    this.#newestAtStart ??= this.#readPage().then(
      () => this.#newestCreated,
      (thrown: unknown) => {
        this.#newestAtStart = undefined;
        throw thrown;
      },
    );
    return this.#newestAtStart;
  }

  /**
   * The row of a pass: `GET /pass` has no field values (docs/service.md#reading-returns-no-field-values). It may be
   * as old as the run.
   */
  async find({
    passId,
    externalId,
    contact,
    newest = Infinity,
  }: RowQuery): Promise<PassRow | undefined> {
    if (contact !== undefined) {
      const rows = await findByContact(this.#client, this.#templateId, contact);
      const row = rows.find(({ id }) => id === passId);
      if (row) return row;
    }
    if (!this.#passIds.has(passId) && !this.#externalIds.has(externalId ?? '')) {
      // Its row may be among those that were not kept.
      this.name({ passId });
      this.#scan = this.#newScan();
    }
    while (!this.#rows.has(passId) && this.#scan.rowsReceived < newest) {
      if (await this.#readPage()) continue;
      // It may have been issued since the reading began.
      if (newest === Infinity) await this.#refresh();
      break;
    }
    return this.#rows.get(passId);
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
    for await (const rows of pages) {
      const row = rows.find(({ id }) => id === query.passId);
      if (row) return row;
    }
    return undefined;
  }

  /**
   * What overlapping runs have issued twice; `undefined` if nothing was noticed. Call it at the end of the run.
   * Costs a request or two if the run has several external IDs and has issued a pass.
   */
  async findDuplicates(): Promise<Duplicates | undefined> {
    const own = [...this.#externalIds].filter(([, { isOwn }]) => isOwn).map(([id]) => id);
    if (own.length === 0) return undefined;
    const hasList = await this.#hasList;
    if (hasList) {
      const isRead = await this.#refresh().catch(unreadable);
      if (!this.#hasOtherRun) return undefined;
      if (!isRead) return { found: [], isComplete: false };
    } else if (this.#externalIds.size < MIN_NAMED) {
      return undefined;
    }
    const { clock } = this.#client;
    const now = clock.now();
    const elapsedMs = Math.ceil(clock.monotonicMs() - this.#startedAtMs);
    // The run ended after the newest pass was issued, so it started after this. Clocks may differ.
    const since = hasList
      ? this.#createdBefore
      : (newest: number) => Math.min(newest, now) - elapsedMs;
    const found = await this.#readDuplicates(own, since).catch(unreadable);
    if (found) return found.length > 0 ? { found, isComplete: true } : undefined;
    return this.#hasOtherRun ? { found: [], isComplete: false } : undefined;
  }

  #known(externalId: string): Known {
    const known = this.#externalIds.get(externalId) ?? { isTaken: false, isOwn: false };
    this.#externalIds.set(externalId, known);
    return known;
  }

  #newScan(): SharedScan {
    return new SharedScan(this.#fetchPage);
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

  async #readPage(): Promise<boolean> {
    const scan = this.#scan;
    return await scan.readPage().catch((thrown: unknown) => {
      if (this.#scan === scan) this.#scan = this.#newScan();
      throw thrown;
    });
  }

  /** @returns whether the list is complete; it is not read if lookups take fewer requests */
  async #readAll(): Promise<boolean> {
    const lookups = this.#externalIds.size;
    if (lookups < MIN_LOOKUPS) return false;
    const scan = this.#scan;
    while (await this.#readPage()) if (scan.pagesLeft >= lookups) return false;
    this.#createdBefore = this.#newestCreated;
    // A pass that is missing in the list would be issued again.
    if (scan.total === undefined || scan.passesRead < scan.total) return false;
    // Passes that were issued since its first page was read are above that page.
    const isNew = scan.passesRead <= scan.largestPage && this.#newestAtStart === undefined;
    return isNew || (await this.#refresh());
  }

  /** Reads the passes that were issued since the newest one that was read. */
  #refresh(): Promise<true> {
    return this.#read(this.#newestCreated);
  }

  /** Reads the passes that were issued since then; their rows are kept. */
  async #read(createdSince: ScanOptions['createdSince']): Promise<true> {
    const pages = scanPasses(this.#fetchPage, { pageSize: PAGE_SIZE, createdSince });
    while (!(await pages.next()).done);
    return true;
  }

  #keep(row: PassRow): void {
    const known = this.#externalIds.get(row.externalId ?? '');
    if (known || this.#passIds.has(row.id)) this.#rows.set(row.id, row);
    if (known?.isOwn) {
      this.recordIssued(row.externalId ?? '', row.id);
    } else if (known && known.row?.id !== row.id && !known.others?.has(row.id)) {
      const [oldest, other] = isOlder(row, known.row) ? [row, known.row] : [known.row, row];
      known.row = oldest;
      if (other) known.others = new Set(known.others).add(other.id);
      if (oldest) known.others?.delete(oldest.id);
    }
  }

  /** The external IDs that have several passes, in the given order. */
  async #readDuplicates(
    externalIds: readonly string[],
    createdSince: ScanOptions['createdSince'],
  ): Promise<Duplicate[]> {
    await this.#read(createdSince);
    const passes = new Map(externalIds.map((id): [string, PassRow[]] => [id, []]));
    for (const row of this.#rows.values()) passes.get(row.externalId ?? '')?.push(row);
    return [...passes].flatMap(([externalId, rows]) =>
      rows.length < 2
        ? []
        : {
            ...{ templateId: this.#templateId, externalId },
            created: Math.min(...rows.map(({ created }) => created)),
          },
    );
  }
}

/** Of passes created at the same moment, the list has the older one later. */
function isOlder(row: PassRow, known: PassRow | undefined): boolean {
  return !known || row.created <= known.created;
}

/** The lookups of the items report the error, if it lasts. */
function unreadable(thrown: unknown): false {
  if (isServiceError(thrown)) return false;
  throw thrown;
}
