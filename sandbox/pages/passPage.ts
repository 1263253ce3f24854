import { html } from 'hono/html';

import { WALLET_A, WALLET_B } from '../../shared/service/vocabulary';
import { SUPPORTED_LOCALES, words } from '../locales';
import { shownValue } from '../resources/passes/fieldValues';
import { buttonImages, walletLinks } from '../resources/passes/links';
import { isoToMs } from '../resources/validate';
import type { PassGroup } from '../state/entities';
import type { State } from '../state/state';
import { buttonLabel } from './buttons';
import { card, type Shown } from './card';
import { layout, type Markup, moment } from './layout';

/** The page a pass's `link` opens: the card, the add buttons and the back of the card. */
export function passPage(state: State, shown: Shown): Markup {
  const { pass, template, locale } = shown;
  return layout(
    template.name,
    'narrow',
    html`${message(shown)} ${card(shown)} ${addButtons(state, pass.id, locale)} ${back(shown)}
    ${languages(locale)}`,
    locale,
  );
}

/** The page of a multi-pass issue: all its cards, and one pair of add buttons. */
export function groupPage(state: State, group: PassGroup, passes: Shown[], locale: string): Markup {
  const title = words(locale).passes;
  return layout(
    title,
    'narrow',
    html`<h1>${title} (${passes.length})</h1>
      <p></p>
      ${passes.map(card)} ${addButtons(state, group.id, locale)} ${languages(locale)}`,
    locale,
  );
}

function addButtons(state: State, id: string, locale: string): Markup {
  const links = walletLinks(state, id);
  const images = buttonImages(state, locale);
  const button = (wallet: 'wallet_a' | 'wallet_b') =>
    html`<a href="${links[wallet]}?locale=${locale}"
      ><img src="${images[wallet]}" alt="${buttonLabel(wallet, locale)}"
    /></a>`;
  return html`<div class="buttons">${button(WALLET_A)} ${button(WALLET_B)}</div>`;
}

/** The message of a notification, while it is valid. */
function message({ pass, now }: Shown): Markup | string {
  const { message: notification } = pass;
  if (notification === undefined || notification.validFrom > now || notification.validUntil < now)
    return '';
  return html`<div class="message">
    <strong>${notification.title}</strong>${notification.content}
  </div>`;
}

/** Link rows and the expiry, as on the back of a card. */
function back({ pass, template, locale }: Shown): Markup | string {
  const expires = isoToMs(pass.templateFields.validUntil);
  const rows = (template.design.linkRows ?? []).flatMap(({ id, label }) => {
    const value = id === undefined ? undefined : shownValue(template, pass, id);
    return value === undefined ? [] : [fact(label ?? id ?? '', linked(String(value)))];
  });
  if (expires !== undefined) rows.push(fact(words(locale).validUntil, moment(expires, locale)));
  if (rows.length === 0) return '';
  return html`<h2>${words(locale).details}</h2>
    <div class="panel facts">${rows}</div>`;
}

function fact(label: string, value: Markup | string): Markup {
  return html`<div><span class="label">${label}</span>${value}</div>`;
}

function linked(value: string): Markup | string {
  return /^https?:\/\/\S+$/.test(value)
    ? html`<a href="${value}" rel="nofollow noopener">${value}</a>`
    : value;
}

function languages(current: string): Markup {
  return html`<nav class="languages">
    ${SUPPORTED_LOCALES.map((locale) =>
      locale === current ? html`<b>${locale}</b>` : html`<a href="?locale=${locale}">${locale}</a>`,
    )}
  </nav>`;
}
