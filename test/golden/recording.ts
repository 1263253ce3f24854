import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const UPDATE = process.env.UPDATE_GOLDEN === '1';

/** A text file that shows what a test file recorded. What is the same for several appears once. */
export class Recording {
  /** By content and title, whose it is. */
  readonly #entries = new Map<string, Map<string, string[]>>();

  /** @param all shown as `all` */
  constructor(
    private readonly file: string,
    private readonly all: readonly string[] = [],
  ) {}

  add(title: string, who: string, lines: readonly string[]): void {
    const content = lines.join('\n');
    const titles = this.#entries.get(content) ?? new Map<string, string[]>();
    this.#entries.set(content, titles.set(title, [...(titles.get(title) ?? []), who]));
  }

  /** Compares everything recorded with the file; with `UPDATE_GOLDEN=1`, writes it. */
  check(): void {
    const whole = path.join(__dirname, this.file);
    const text = [...this.#entries]
      .map(([content, titles]) => `${this.#headings(titles)}${content}\n`)
      .join('\n');
    if (UPDATE) writeFileSync(whole, text);
    else expect(text).toBe(readFileSync(whole, 'utf8'));
  }

  #headings(titles: ReadonlyMap<string, string[]>): string {
    return [...titles]
      .map(([title, who]) => {
        const isAll = who.join() === this.all.join();
        return `# ${title}: ${isAll ? 'all' : who.join(', ')}\n`;
      })
      .join('');
  }
}
