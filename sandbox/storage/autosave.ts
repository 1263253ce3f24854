import type { DataFile } from './dataFile';

/** Delay between the first change and the write, ms, so that a series of changes is written once. */
const DEBOUNCE_MS = 300;

/** Writes the state to disk after changes, one write at a time, and once more when it stops. */
export class Autosave {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  /** @param snapshot returns the state as JSON and the contents of its files */
  constructor(
    private readonly file: DataFile,
    private readonly snapshot: () => { text: string; contents: ReadonlyMap<string, Buffer> },
  ) {}

  /** Schedule a write, because something may have changed. */
  schedule(): void {
    if (this.stopped) return;
    this.timer ??= setTimeout(() => void this.write().catch(report), DEBOUNCE_MS).unref();
  }

  /**
   * Write the current state and stop.
   * @throws Error when it cannot be written
   */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.write();
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // A failed write does not prevent later ones.
    this.running = this.running.catch(() => undefined).then(() => this.writeNow());
    return this.running;
  }

  private writeNow(): Promise<void> {
    const { text, contents } = this.snapshot();
    return this.file.write(text, new Map(contents));
  }
}

function report(error: unknown): void {
  process.stderr.write(`The sandbox data could not be written: ${String(error)}\n`);
}
