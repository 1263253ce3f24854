import { insertGenerated } from './insertGenerated';
import { headingLink, list } from './markdown';

/** A page with its table of contents: its main headings. */
export function withContents(page: string): string {
  const titles = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  return insertGenerated(
    page,
    'contents',
    list(titles.filter((title) => title !== 'Contents').map(headingLink)),
  );
}
