import type { ScannedPage } from '../api/scanPasses';

/** A reading of a list that several items continue: each begins where the last one has stopped. */
export class SharedScan {
  /** Whether the list was read to its end. */
  isAtEnd = false;
  /** Passes that were read. */
  count = 0;
  /** The most passes that the service has returned at once. */
  largestPage = 0;
  #left = 0;
  readonly #pages: AsyncIterator<ScannedPage, void>;
  #page: Promise<void> | undefined;

  constructor(pages: AsyncIterator<ScannedPage, void>) {
    this.#pages = pages;
  }

  /** Reads on, page by page, until it is enough, or the list ends. Items at the same time wait for the same page. */
  async readUntil(isEnough: () => boolean): Promise<void> {
    while (!this.isAtEnd && !isEnough()) {
      this.#page ??= this.#readPage().finally(() => {
        this.#page = undefined;
      });
      await this.#page;
    }
  }

  /** How many more pages there are, as the service counts. */
  get pagesLeft(): number {
    return this.#left === 0 ? 0 : Math.ceil(this.#left / this.largestPage);
  }

  /** Whether so many passes have been read, but for a few: the next page would bring little. */
  hasReadAbout(count: number): boolean {
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
