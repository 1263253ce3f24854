import { html } from 'hono/html';

import type { Markup } from './layout';

/** A column; `extra` ones are left out on narrow screens. */
export interface Column {
  title: string;
  extra?: boolean;
}

/** A table in a panel. @param empty said when there are no rows */
export function table(columns: readonly Column[], rows: readonly Markup[], empty: string): Markup {
  if (rows.length === 0) return html`<div class="panel"><div class="empty">${empty}</div></div>`;
  return html`<div class="panel">
    <div class="scroll">
      <table>
        <tr>
          ${columns.map(({ title, extra }) => html`<th class="${extra ? 'extra' : ''}">${title}</th>`)}
        </tr>
        ${rows}
      </table>
    </div>
  </div>`;
}
