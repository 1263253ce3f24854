const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Lines of text as the HTML that n8n's editor shows as the description of an error or as a hint. They
 * may contain values of items, so they are shown as written.
 */
export function htmlLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character))
    .join('<br>');
}
