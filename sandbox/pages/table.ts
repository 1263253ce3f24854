import { html } from 'hono/html';

import type { Markup } from './layout';

/** A column; `extra` ones are hidden on narrow screens. */
export interface Column {
  title: string;
  extra?: boolean;
}

/**
 * A table in a panel.
 * @param empty text shown if there are no rows
 * @param footer shown below the table
 */
export function table(
  columns: readonly Column[],
  rows: readonly Markup[],
  empty: string,
  footer: Markup | string = '',
): Markup {
  return html`<div class="panel">
    ${
      rows.length === 0
        ? html`<div class="empty">${empty}</div>`
        : html`<div class="scroll">
            <table>
              <tr>
                ${columns.map(
                  ({ title, extra }) => html`<th class="${extra ? 'extra' : ''}">${title}</th>`,
                )}
              </tr>
              ${rows}
            </table>
          </div>`
    }
    ${footer}
  </div>`;
}
