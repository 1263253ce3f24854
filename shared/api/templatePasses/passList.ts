/**
 * What the list of a template says as a whole: all of its passes, or that no pass has an external ID. The row of a
 * single pass, without the rest of the list, is up to {@link import('./rowFinder').RowFinder}.
 */

import { toResult } from '../../errors/serviceError';
import type { PassRow } from '../../service/schemas';
import { PAGE_SIZE } from '../scanPasses';
import type { ListReader } from './listReader';
import type { NamedPasses } from './namedPasses';

/** For fewer lookups, the first page of the list would cost more than it usually saves. */
const MIN_LOOKUPS = 20;

/** All passes of a template, as they were when a run began. */
export interface ListSnapshot {
  /** Newest first, those without an external ID, too. */
  rows: readonly PassRow[];
  /** The number of passes that the service counts. */
  total: number;
  /** Whether the rows are all. */
  isComplete: boolean;
}

/** Its methods named `read...` send requests, the others never do. */
export class PassList {
  readonly #reader: ListReader;
  readonly #named: NamedPasses;
  /** Whether all passes were read; `undefined` until somebody has the list read. */
  #whole: Promise<boolean> | undefined;
  #completeUntil = -Infinity;
  #snapshot: Promise<ListSnapshot> | undefined;

  constructor(reader: ListReader, named: NamedPasses) {
    this.#reader = reader;
    this.#named = named;
  }

  /**
   * Reads the whole list, once, if that takes fewer requests than looking up each named external ID
   * (docs/many-items.md#lookups-in-bulk).
   * @returns see {@link isComplete}
   */
  readIfCheaper(): Promise<boolean> {
    this.#whole ??= this.#tryWhole();
    return this.#whole;
  }

  /**
   * All passes, read once. Ask before anything is sent; later questions about the list are answered from it.
   * @throws {import('../../errors/serviceError').ServiceError} if they cannot be read
   */
  readSnapshot(): Promise<ListSnapshot> {
    this.#snapshot ??= this.#readSnapshot().catch((thrown: unknown) => {
      this.#snapshot = undefined;
      throw thrown;
    });
    return this.#snapshot;
  }

  /** The passes that were issued since the newest one of the snapshot. */
  async readRowsSinceSnapshot(): Promise<PassRow[]> {
    const known = new Set((await this.readSnapshot()).rows.map(({ id }) => id));
    const { rows } = await this.#readRows(this.#completeUntil);
    return rows.filter(({ id }) => !known.has(id));
  }

  /** Whether every pass of the template has been read; waits for a reading that has begun. */
  async isComplete(): Promise<boolean> {
    return (await this.#whole) === true;
  }

  /** When the newest pass was issued that a complete list certainly contains, epoch ms. */
  get completeUntil(): number {
    return this.#completeUntil;
  }

  /** The passes with a named external ID; none if the list is not complete. */
  async rowsOf(externalId: string): Promise<readonly PassRow[]> {
    return (await this.isComplete()) ? this.#named.rowsOf(externalId) : [];
  }

  /** If it fails, each item looks up its pass, and reports the error if it lasts. */
  async #tryWhole(): Promise<boolean> {
    const lookups = this.#named.externalIdCount;
    if (lookups < MIN_LOOKUPS) return false;
    const { value = false } = await toResult(this.#readWhileCheaper(lookups));
    return value;
  }

  /** Gives up as soon as the rest of the list takes at least as many requests as the lookups. */
  async #readWhileCheaper(lookups: number): Promise<boolean> {
    while (await this.#reader.readNextPage()) {
      if (this.#reader.shared.pagesLeft >= lookups) return false;
    }
    this.#completeUntil = this.#reader.newestCreated;
    const { passesRead, largestPage } = this.#reader.shared;
    // Passes that were issued since the first page was read are above that page.
    if (passesRead > largestPage) await this.#reader.readNew();
    return true;
  }

  async #readSnapshot(): Promise<ListSnapshot> {
    const { rows, total } = await this.#readRows();
    this.#completeUntil = this.#reader.newestCreated;
    const isComplete = rows.length >= total;
    this.#whole = Promise.resolve(isComplete);
    return { rows, total, isComplete };
  }

  async #readRows(createdSince?: number): Promise<{ rows: PassRow[]; total: number }> {
    const rows: PassRow[] = [];
    let total = 0;
    for await (const page of this.#reader.scan({ pageSize: PAGE_SIZE, createdSince })) {
      total = page.total;
      for (const row of page.rows) rows.push(row);
    }
    return { rows, total };
  }
}
