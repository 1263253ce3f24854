/** Pieces of Markdown for generated pages. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function bold(text: string): string {
  return `**${text}**`;
}

/** A link to a heading of the same page; the test of all links checks that the anchor is right. */
export function headingLink(heading: string): string {
  return `[${heading}](${anchor(heading)})`;
}

/** The anchor of a heading, as GitHub derives it. */
export function anchor(heading: string): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '');
  return `#${words.replaceAll(' ', '-')}`;
}

/** Text in a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Lines in a cell of a table; skips empty ones. */
export function cellLines(lines: readonly string[]): string {
  return lines
    .filter((line) => line !== '')
    .map(cell)
    .join('<br>');
}

/** The first sentence of a text. */
export function firstSentence(text: string): string {
  return text.split(/(?<=[.!?]) (?=[A-Z])/)[0] ?? '';
}

/** `a, b or c` */
export function either(parts: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(parts);
}
