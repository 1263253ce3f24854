import { html, raw } from 'hono/html';
import { DateTime } from 'luxon';

import { STYLES } from './styles';

/** Escaped markup. */
export type Markup = ReturnType<typeof html>;

/** A whole page. @param width `narrow` for one card, `wide` for tables */
export function layout(
  title: string,
  width: 'narrow' | 'wide',
  content: Markup,
  locale = 'en',
): Markup {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(STYLES)}
        </style>
      </head>
      <body>
        <main class="${width}">${content}</main>
      </body>
    </html>`;
}

/** A date and time for display, in UTC. @param ms epoch ms */
export function moment(ms: number, locale = 'en'): string {
  return `${DateTime.fromMillis(ms, { zone: 'utc' })
    .setLocale(locale)
    .toLocaleString(DateTime.DATETIME_MED)} UTC`;
}

/** A column of a table: its title, the content of its cells, and whether that wraps. */
export type Column<Row> = [
  title: string,
  cell: (row: Row) => Markup | string | number,
  wraps?: 'wraps',
];

/**
 * A table in a panel. If it is wider than the panel, it scrolls inside it, and shadows show where more is. On a
 * phone, each cell has a line of its own, with the title of its column.
 * @param empty text shown if there are no rows
 */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: string,
): Markup {
  if (rows.length === 0) return html`<div class="panel"><div class="empty">${empty}</div></div>`;
  const head = columns.map(([title]) => html`<th>${title}</th>`);
  const cells = (row: Row) =>
    columns.map(
      ([title, cell, wraps = '']) =>
        html`<td class="${wraps}" data-title="${title}">${cell(row)}</td>`,
    );
  return html`<div class="panel">
    <div class="scroll" tabindex="0">
      <table>
        <tr>
          ${head}
        </tr>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr>`,
        )}
      </table>
    </div>
  </div>`;
}
