/**
 * The row that a list has of a single pass: `GET /pass` returns no field values
 * (docs/service.md#reading-returns-no-field-values). It reads no further than that pass. Questions about all passes, or
 * about an external ID that may have none, are up to {@link import('./passList').PassList}.
 */

import type { PassRow } from '../../service/schemas';
import type { ListReader } from './listReader';
import type { NamedPasses } from './namedPasses';

/** Small, because only passes created in the same millisecond are needed. */
const CURRENT_PAGE_SIZE = 10;

interface RowQuery {
  passId: string;
  externalId?: string | null | undefined;
  /** Give up after about this many of the template's newest passes. Default: read them all. */
  newest?: number | undefined;
}

export class RowFinder {
  readonly #reader: ListReader;
  readonly #named: NamedPasses;

  constructor(reader: ListReader, named: NamedPasses) {
    this.#reader = reader;
    this.#named = named;
  }

  /**
   * The row of a pass; it may be as old as the run. `undefined` if the template has no such pass, or if it is older than
   * the `newest` ones.
   */
  async find({ passId, externalId, newest }: RowQuery): Promise<PassRow | undefined> {
    // Of a pass that was not named, a row that was read before was not kept.
    if (!this.#named.has({ passId, externalId })) {
      this.#named.add({ passId });
      this.#reader.beginAgain();
    }
    while (!this.#named.row(passId)) {
      const { shared } = this.#reader;
      if (newest !== undefined && !shared.isAtEnd && shared.hasRead(newest)) break;
      const hasMore = await this.#reader.readNextPage();
      if (hasMore) continue;
      // It may have been issued since the reading began.
      await this.#reader.readNew();
      break;
    }
    return this.#named.row(passId);
  }

  /** Whether all passes of the template have been read: one that was not found then is not among them. */
  get hasReadAll(): boolean {
    return this.#reader.shared.isAtEnd;
  }

  /** The row as it is now. Costs one request more than {@link find}. */
  async findCurrent(query: RowQuery): Promise<PassRow | undefined> {
    const known = await this.find(query);
    if (!known) return undefined;
    // The list continues after a time, so it can be read from just before a pass whose time is known.
    const { created } = known;
    const pages = this.#reader.scan({
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
}
