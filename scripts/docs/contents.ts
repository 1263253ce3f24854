import { insertGenerated } from './insertGenerated';
import { headingLink } from './markdown';

/** A page with its table of contents: all headings below the title. */
export function withContents(page: string): string {
  const headings = [...page.matchAll(/^##(#*) (.+)$/gm)].filter(
    ([, , title]) => title !== 'Contents',
  );
  const lines = headings.map(
    ([, deeper = '', title = '']) => `${'  '.repeat(deeper.length)}- ${headingLink(title)}`,
  );
  return insertGenerated(page, 'contents', lines.join('\n'));
}
