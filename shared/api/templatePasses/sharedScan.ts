import { type FetchPage, type ScannedPage, PAGE_SIZE, scanPasses } from '../scanPasses';

/** A scan of a template's passes that several callers advance, one page at a time. */
export class SharedScan {
  /** The number of passes on the list, as its first page says. */
  total: number | undefined;
  passesRead = 0;
  /** The most passes that the service has returned at once. */
  largestPage = 0;
  /** Whether the list was read to its end. */
  isAtEnd = false;
  readonly #pages: AsyncGenerator<ScannedPage, void, undefined>;
  #reading: Promise<boolean> | undefined;

  constructor(fetchPage: FetchPage) {
    this.#pages = scanPasses(fetchPage, { pageSize: PAGE_SIZE });
  }

  /** Requests that reading the rest takes; infinite without a total. */
  get pagesLeft(): number {
    return Math.ceil(Math.max(0, (this.total ?? Infinity) - this.passesRead) / this.largestPage);
  }

  /** Whether about so many passes have been read: the next page would bring few of those that are left. */
  hasRead(count: number): boolean {
    return count - this.passesRead < this.largestPage / 2;
  }

  /** Callers at the same time wait for the same page. @returns false at the end of the list */
  readPage(): Promise<boolean> {
    this.#reading ??= this.#readPage().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readPage(): Promise<boolean> {
    const { value, done } = await this.#pages.next();
    this.isAtEnd = done === true;
    if (done === true) return false;
    this.total = value.total;
    this.passesRead += value.rows.length;
    this.largestPage = value.largestPage;
    return true;
  }
}
