import type { DataFile } from './dataFile';

/** Changes are written this long after the first of them, ms: many in a row make one write. */
const DEBOUNCE = 300;

/** Writes the state to disk after changes, one write at a time, and once more when it ends. */
export class Keeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private ended = false;

  /** @param take gives the state as JSON and the contents of its files */
  constructor(
    private readonly file: DataFile,
    private readonly take: () => { text: string; contents: ReadonlyMap<string, Buffer> },
  ) {}

  /** Something may have changed: write soon. */
  touch(): void {
    if (this.ended) return;
    this.timer ??= setTimeout(() => void this.write().catch(report), DEBOUNCE).unref();
  }

  /**
   * Write what there is and stop.
   * @throws Error when it cannot be written
   */
  async end(): Promise<void> {
    this.ended = true;
    await this.write();
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // A failed write does not keep the next one from trying.
    this.running = this.running.catch(() => undefined).then(() => this.writeNow());
    return this.running;
  }

  private writeNow(): Promise<void> {
    const { text, contents } = this.take();
    return this.file.write(text, new Map(contents));
  }
}

function report(error: unknown): void {
  process.stderr.write(`The sandbox data could not be written: ${String(error)}\n`);
}
