/** The pages that a holder opens: a pass, several passes, adding to a wallet, and an invite. */
import { html } from 'hono/html';

import { WALLET_A, WALLET_B } from '../../shared/service/vocabulary';
import { SUPPORTED_LOCALES, words } from '../locales';
import { fullName } from '../resources/badges/badge';
import { inviteState } from '../resources/badges/invites';
import { shownValue } from '../resources/passes/fieldValues';
import { buttonImages, walletLinks } from '../resources/passes/pass';
import { isoToMs } from '../resources/validate';
import type { BadgeInvite, BadgeTemplate } from '../state/entities';
import type { State } from '../state/state';
import { buttonLabel, type WalletKey } from './art';
import { badgeColors, card, type Shown } from './card';
import { layout, type Markup, moment } from './layout';

/** The page a pass's `link` opens: the card, the add buttons and the back of the card. */
export function passPage(state: State, shown: Shown): Markup {
  const { pass, template, locale } = shown;
  const content = html`${message(shown)} ${card(shown)} ${addButtons(state, pass.id, locale)}
  ${back(shown)} ${languages(locale)}`;
  return layout(template.name, 'narrow', content, locale);
}

/** The page of a multi-pass issue: all its cards, and one pair of add buttons. */
export function groupPage(state: State, id: string, passes: Shown[], locale: string): Markup {
  const title = `${words(locale).passes} (${passes.length})`;
  const content = html`<h1>${title}</h1>
    ${passes.map(card)} ${addButtons(state, id, locale)} ${languages(locale)}`;
  return layout(title, 'narrow', content, locale);
}

function addButtons(state: State, id: string, locale: string): Markup {
  const links = walletLinks(state, id);
  const images = buttonImages(state, locale);
  const button = (wallet: WalletKey) =>
    html`<a href="${links[wallet]}?locale=${locale}"
      ><img src="${images[wallet]}" alt="${buttonLabel(wallet, locale)}"
    /></a>`;
  return html`<div class="buttons">${button(WALLET_A)} ${button(WALLET_B)}</div>`;
}

/** The message of a notification, while it is valid. */
function message({ pass, now }: Shown): Markup | string {
  const { message: shown } = pass;
  if (shown === undefined || shown.validFrom > now || shown.validUntil < now) return '';
  return html`<div class="message"><strong>${shown.title}</strong>${shown.content}</div>`;
}

/** Link rows and the expiration, as on the back of a card. */
function back({ pass, template, locale }: Shown): Markup | string {
  const fact = (label: string, value: Markup | string) =>
    html`<div><span class="label">${label}</span>${value}</div>`;
  const rows = (template.design.linkRows ?? []).flatMap(({ id = '', label = id }) => {
    const value = shownValue(template, pass, id);
    return value === undefined ? [] : [fact(label, linked(String(value)))];
  });
  const expires = isoToMs(pass.templateFields.validUntil);
  if (expires !== undefined) rows.push(fact(words(locale).validUntil, moment(expires, locale)));
  if (rows.length === 0) return '';
  return html`<h2>${words(locale).details}</h2>
    <div class="panel facts">${rows}</div>`;
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

/** The page behind an add button. Its buttons add or remove the passes, as a real wallet would. */
export function walletPage(wallet: WalletKey, passes: Shown[], backTo: string): Markup {
  const [name, devices] =
    wallet === WALLET_A
      ? (['Wallet A', 'walletADevices'] as const)
      : (['Wallet B', 'walletBDevices'] as const);
  const phones = Math.max(0, ...passes.map(({ pass }) => pass[devices]));
  const label = buttonLabel(wallet, passes[0]?.locale);
  const content = html`<h1>${name}</h1>
    <p class="soft">
      On a phone, the wallet app would open now. Use the button below instead. Phones with this card
      in ${name}: ${phones}.
    </p>
    ${passes.map(card)}
    <form class="choices" method="post">
      <button class="main" name="action" value="add">${label}</button>
      ${phones > 0 ? html`<button name="action" value="remove">Remove</button>` : ''}
    </form>
    <p class="languages"><a href="${backTo}">Back to the card</a></p>`;
  return layout(label, 'narrow', content);
}

/**
 * The page an invite's `url` opens: the badge, and a button that adds it while the invite is live.
 * @param added whether the button was just pressed, rather than a used link opened again
 */
export function invitePage(
  state: State,
  invite: BadgeInvite,
  badge: BadgeTemplate,
  added: boolean,
): Markup {
  const status = inviteState(state, invite);
  const shown = added && status === 'used' ? 'added' : status;
  const until = moment(invite.expiresAt);
  const [title, text] = {
    live: [
      'Your access badge',
      `Add it to the phone you will open doors with. The link works once and expires on ${until}.`,
    ],
    added: ['Badge added', 'Your badge is in Wallet A. The link works only once.'],
    used: [
      'This link has already been used',
      `The badge was added on ${moment(invite.usedAt ?? 0)}. The link works only once. Ask for a new invite.`,
    ],
    expired: ['This link has expired', `It expired on ${until}. Ask for a new invite.`],
  }[shown];
  const row = (label: string, value: unknown) =>
    html`<div class="row">
      <div><span class="label">${label}</span><span class="value">${value}</span></div>
    </div>`;
  const ended = shown === 'live' || shown === 'added' ? '' : 'ended';
  const content = html`<h1>${title}</h1>
    <p class="soft">${text}</p>
    <article class="card ${ended}" style="${badgeColors(badge)}">
      <div class="card-top"><strong>${state.account(badge.accountId).displayName}</strong></div>
      <div class="body">
        <div class="rows">
          ${row('Badge', badge.name)}
          ${row('Holder', fullName(invite) ?? invite.email ?? invite.phone)}
        </div>
      </div>
    </article>
    ${
      shown === 'live'
        ? html`<form class="choices" method="post">
            <button class="main">Add badge to Wallet A</button>
          </form>`
        : ''
    }`;
  return layout(badge.name, 'narrow', content);
}
