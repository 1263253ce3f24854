import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { N8nRunError } from '../engines/n8nEngine';
import type { ZapierRunError } from '../engines/zapierEngine';

const UPDATE = process.env.UPDATE_GOLDEN === '1';

/**
 * A text file that shows what a test file recorded. What is the same under several titles appears once, below all of
 * them.
 */
export class Recording {
  /** By content, its titles. */
  readonly #entries = new Map<string, Set<string>>();
  /** Parts that failed, or have not ended. */
  #unfinished = 0;

  /** @param order that of recording, or alphabetical: then a new entry moves no other */
  constructor(
    private readonly file: string,
    private readonly order: 'recorded' | 'alphabetical',
  ) {}

  /** A test that records something. If it fails, {@link check} does not write the file. */
  part<A extends unknown[]>(test: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
    return async (...args) => {
      this.#unfinished += 1;
      await test(...args);
      this.#unfinished -= 1;
    };
  }

  add(title: string, lines: readonly string[]): void {
    const content = lines.join('\n');
    this.#entries.set(content, (this.#entries.get(content) ?? new Set()).add(title));
  }

  /** Compares everything recorded with the file; with `UPDATE_GOLDEN=1`, writes it. */
  check(): void {
    const whole = path.join(__dirname, this.file);
    const text = this.#sorted([...this.#entries.keys()])
      .map((content) => [...this.#headings(content), content, ''].join('\n'))
      .join('\n');
    if (!UPDATE) expect(text).toBe(readFileSync(whole, 'utf8'));
    // Else the file would lose what these tests record.
    else if (this.#unfinished > 0) throw new Error(`${this.#unfinished} tests failed: not written`);
    else writeFileSync(whole, text);
  }

  #headings(content: string): string[] {
    const titles = this.#sorted([...(this.#entries.get(content) ?? [])]);
    return titles.map((title) => `# ${title}`);
  }

  #sorted(texts: string[]): string[] {
    return this.order === 'alphabetical' ? texts.sort() : texts;
  }
}

/** The words of an error in n8n, as they are recorded. */
export function n8nLines({ name, message, description, httpCode, context }: N8nRunError): string[] {
  const { kind, field, scope } = context as Record<string, string>;
  const about = [name, kind, field, scope, httpCode].filter(Boolean);
  return [message, description ?? '', `(${about.join(', ')})`];
}

/** The words of an error in Zapier, as they are recorded. */
export function zapierLines({ name, code, status, message }: ZapierRunError): string[] {
  return [message, `(${[name, code, status].filter(Boolean).join(', ')})`];
}
