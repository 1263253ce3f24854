import { html } from 'hono/html';

import type { Markup } from './layout';

/** A column of a table. */
export interface Column<Row> {
  title: string;
  cell: (row: Row) => Markup | string | number;
  /** Hidden on narrow screens. */
  extra?: boolean;
  /** Not wrapped. */
  tight?: boolean;
}

/**
 * A table in a panel.
 * @param empty text shown if there are no rows
 * @param footer shown below the table
 */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: string,
  footer: Markup | string = '',
): Markup {
  const classOf = ({ extra, tight }: Column<Row>) =>
    [extra ? 'extra' : '', tight ? 'tight' : ''].join(' ').trim();
  const head = columns.map(
    (column) => html`<th class="${classOf({ ...column, tight: false })}">${column.title}</th>`,
  );
  const body = rows.map(
    (row) =>
      html`<tr>
        ${columns.map((column) => html`<td class="${classOf(column)}">${column.cell(row)}</td>`)}
      </tr>`,
  );
  return html`<div class="panel">
    ${
      rows.length === 0
        ? html`<div class="empty">${empty}</div>`
        : html`<div class="scroll">
            <table>
              <tr>
                ${head}
              </tr>
              ${body}
            </table>
          </div>`
    }
    ${footer}
  </div>`;
}
