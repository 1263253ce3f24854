import { type FetchPage, PAGE_SIZE, type ScanOptions, scanPasses } from '../api/scanPasses';
import type { Clock } from '../runtime/clock';
import type { PassPage, PassRow } from '../service/schemas';
import type { PassCache, PassName } from './passCache';
import { SharedScan } from './sharedScan';

/** Small, because `rereadRow` needs only the passes that were created in the same millisecond. */
const REREAD_PAGE_SIZE = 10;

interface RowQuery extends PassName {
  passId: string;
  /** Give up after about this many passes, of which the newest come first. Default: read them all. */
  maxPasses?: number;
}

/** Reads the list of the passes of one template: whole, its newest passes, or page by page until a row is found. */
export class PassReader {
  readonly #cache: PassCache;
  readonly #fetchPage: FetchPage;
  readonly #clock: Clock;
  #newestCreated = -Infinity;
  #scan: SharedScan | undefined;

  /** @param cache gets every row that is read */
  constructor(cache: PassCache, fetchPage: FetchPage, clock: Clock) {
    this.#cache = cache;
    this.#fetchPage = fetchPage;
    this.#clock = clock;
  }

  /**
   * When the newest pass that was read was created, epoch ms. Capped at the time of the request, because the service's
   * clock may be ahead.
   */
  get newestCreated(): number {
    return this.#newestCreated;
  }

  /**
   * Returns the row of a pass, which may be as old as the run. All items continue the same scan, which stops as soon as
   * it has found their passes.
   * @returns `undefined` if the template has no such pass, or if it is not among about the newest `maxPasses`
   */
  async readRow({
    passId,
    externalId,
    maxPasses = Infinity,
  }: RowQuery): Promise<PassRow | undefined> {
    const cache = this.#cache;
    const isNamedById = cache.isNamed({ passId });
    const isNamedByExternalId = cache.isNamed({ externalId });
    if (!isNamedById && !isNamedByExternalId) {
      cache.register({ passId });
      // The scan may have passed this row and dropped it, because no item had named it. Start again.
      this.#scan = undefined;
    }
    // A pass that is named by external ID alone may have been issued after the scan began. One that is named by its ID
    // existed before.
    const mayBeNewer = !isNamedById && isNamedByExternalId;
    const isKnown = () => cache.row(passId) !== undefined;
    const scan = await this.readUntil((read) => isKnown() || read.hasReadRoughly(maxPasses));
    if (mayBeNewer && !isKnown() && scan.isAtEnd) await this.readNewest();
    return cache.row(passId);
  }

  /** Whether {@link readRow} has read all passes. If so, a pass that it did not find is not on the template. */
  get isReadToEnd(): boolean {
    return this.#scan?.isAtEnd === true;
  }

  /** Reads a row again, as it is now. Costs one request more than {@link readRow}. */
  async rereadRow(query: RowQuery): Promise<PassRow | undefined> {
    const known = await this.readRow(query);
    if (!known) return undefined;
    // The service continues a list after a given time, so it can start just before the pass.
    const { created } = known;
    const options = { pageSize: REREAD_PAGE_SIZE, startAfter: created + 1, createdSince: created };
    for await (const { rows } of this.#pages(options)) {
      const row = rows.find(({ id }) => id === query.passId);
      if (row) return row;
    }
    return undefined;
  }

  /** Continues the scan that all items share, until `isEnough` returns true or the list ends. */
  async readUntil(isEnough: (scan: SharedScan) => boolean): Promise<SharedScan> {
    const scan = (this.#scan ??= new SharedScan(this.#pages()));
    await scan
      .readUntil(() => isEnough(scan))
      .catch((thrown: unknown) => {
        // After an error, an async generator reports `done`, as if the list had ended. Discard it.
        if (this.#scan === scan) this.#scan = undefined;
        throw thrown;
      });
    return scan;
  }

  /** Reads the passes that were issued since a time. Default: since the newest pass that was read. */
  async readNewest(
    createdSince: ScanOptions['createdSince'] = this.#newestCreated,
  ): Promise<PassRow[]> {
    return (await this.readAll({ createdSince })).rows;
  }

  /**
   * Reads all passes, or those that the options choose, newest first.
   * @returns `total`: the number of passes that the service counts
   */
  async readAll(options?: Partial<ScanOptions>): Promise<{ rows: PassRow[]; total: number }> {
    const rows: PassRow[] = [];
    let total = 0;
    for await (const page of this.#pages(options)) {
      total = page.total;
      for (const row of page.rows) rows.push(row);
    }
    return { rows, total };
  }

  #pages(options: Partial<ScanOptions> = {}) {
    return scanPasses((query) => this.#readPage(query), { pageSize: PAGE_SIZE, ...options });
  }

  async #readPage(query: Parameters<FetchPage>[0]): Promise<PassPage> {
    const requestedAt = this.#clock.now();
    const page = await this.#fetchPage(query);
    for (const row of page.passes) {
      this.#newestCreated = Math.max(this.#newestCreated, Math.min(row.created, requestedAt));
      this.#cache.keep(row);
    }
    return page;
  }
}
