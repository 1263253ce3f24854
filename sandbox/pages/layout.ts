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
