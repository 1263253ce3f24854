import type { ScannedPage } from '../api/scanPasses';

/** A scan of a list that several items share: each item continues where the previous one stopped. */
export class SharedScan {
  /** Whether the list was read to its end. */
  isAtEnd = false;
  /** Number of passes that were read. */
  count = 0;
  /** The most passes that the service has returned at once. */
  largestPage = 0;
  #left = 0;
  readonly #pages: AsyncIterator<ScannedPage, void>;
  #page: Promise<void> | undefined;

  constructor(pages: AsyncIterator<ScannedPage, void>) {
    this.#pages = pages;
  }

  /**
   * Reads the next pages until `isEnough` returns true or the list ends. Items that read at the same time wait for the
   * same page.
   */
  async readUntil(isEnough: () => boolean): Promise<void> {
    while (!this.isAtEnd && !isEnough()) {
      this.#page ??= this.#readPage().finally(() => {
        this.#page = undefined;
      });
      await this.#page;
    }
  }

  /** Number of remaining pages, from the service's total count. */
  get pagesLeft(): number {
    return this.#left === 0 ? 0 : Math.ceil(this.#left / this.largestPage);
  }

  /** Whether `count` passes have been read, give or take half a page. */
  hasReadRoughly(count: number): boolean {
    return count - this.count < this.largestPage / 2;
  }

  async #readPage(): Promise<void> {
    const { value: page } = await this.#pages.next();
    this.isAtEnd = page === undefined;
    if (!page) return;
    this.count += page.rows.length;
    this.#left = page.total - this.count;
    this.largestPage = page.largestPage;
  }
}
