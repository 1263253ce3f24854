/**
 * Reads the list of a template for one run, and hands every row to {@link NamedPasses}. Items share one reading, which
 * begins at the newest pass and goes no further than one of them needs. It answers no question about passes.
 */

import { toResult } from '../../errors/serviceError';
import type { Clock } from '../../runtime/clock';
import {
  type FetchPage,
  type ScanOptions,
  type ScannedPage,
  PAGE_SIZE,
  scanPasses,
} from '../scanPasses';
import type { NamedPasses } from './namedPasses';
import { SharedScan } from './sharedScan';

export class ListReader {
  readonly #fetch: FetchPage;
  readonly #named: NamedPasses;
  readonly #clock: Clock;
  #shared: SharedScan;
  #newestCreated = -Infinity;

  /** @param fetchPage reads the list of the template */
  constructor(fetchPage: FetchPage, named: NamedPasses, clock: Clock) {
    this.#fetch = fetchPage;
    this.#named = named;
    this.#clock = clock;
    this.#shared = new SharedScan(this.#fetchAndKeep);
  }

  /**
   * `created` of the newest pass that was read, epoch ms; at most the time of the request: passes that are issued later
   * can be below one that is dated in the future.
   */
  get newestCreated(): number {
    return this.#newestCreated;
  }

  /** How far the shared reading is. */
  get shared(): SharedScan {
    return this.#shared;
  }

  /** Continues the shared reading. @returns false at the end of the list */
  async readNextPage(): Promise<boolean> {
    const shared = this.#shared;
    return await shared.readPage().catch((thrown: unknown) => {
      // A reading that has failed looks like a complete one.
      if (this.#shared === shared) this.beginAgain();
      throw thrown;
    });
  }

  /** Begins the shared reading again, for a pass that was not named when its row may have been read. */
  beginAgain(): void {
    this.#shared = new SharedScan(this.#fetchAndKeep);
  }

  /** Reads passes apart from the shared reading. */
  scan(options: ScanOptions): AsyncGenerator<ScannedPage, void, undefined> {
    return scanPasses(this.#fetchAndKeep, options);
  }

  /** Reads the passes that were issued since the newest one that was read. @returns their external IDs */
  async readNew(): Promise<Set<string>> {
    return await this.readSince(this.#newestCreated);
  }

  /** Reads the passes that were issued since then. @returns their external IDs */
  async readSince(createdSince: ScanOptions['createdSince']): Promise<Set<string>> {
    const externalIds = new Set<string>();
    for await (const { rows } of this.scan({ pageSize: PAGE_SIZE, createdSince })) {
      for (const { externalId } of rows) if (externalId) externalIds.add(externalId);
    }
    return externalIds;
  }

  readonly #fetchAndKeep: FetchPage = async (query) => {
    const requestedAt = this.#clock.now();
    const page = await this.#fetch(query);
    for (const row of page.passes) {
      this.#newestCreated = Math.max(this.#newestCreated, Math.min(row.created, requestedAt));
      this.#named.keep(row);
    }
    return page;
  };
}

/** Whether the list could be read. */
export async function couldRead(reading: Promise<unknown>): Promise<boolean> {
  const { failure } = await toResult(reading);
  return failure === undefined;
}
