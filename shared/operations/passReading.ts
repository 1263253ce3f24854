import type { ScannedPage } from '../api/scanPasses';

/** A reading of a template's passes that several items continue, one page at a time. */
export class PassReading {
  /** Whether the list was read to its end. */
  isAtEnd = false;
  readonly #pages: AsyncGenerator<ScannedPage, void, undefined>;
  #count = 0;
  #pageSize = 0;
  #page: Promise<boolean> | undefined;

  constructor(pages: AsyncGenerator<ScannedPage, void, undefined>) {
    this.#pages = pages;
  }

  /** Whether about so many passes have been read: the next page would bring few of those that are left. */
  hasRead(count: number): boolean {
    return count - this.#count < this.#pageSize / 2;
  }

  /** Items at the same time wait for the same page. @returns false at the end of the list */
  readPage(): Promise<boolean> {
    this.#page ??= this.#readPage().finally(() => {
      this.#page = undefined;
    });
    return this.#page;
  }

  async #readPage(): Promise<boolean> {
    const { value, done } = await this.#pages.next();
    this.isAtEnd = done === true;
    if (done === true) return false;
    this.#count += value.rows.length;
    this.#pageSize = value.largestPage;
    return true;
  }
}
