import { html } from 'hono/html';

import { fullName } from '../resources/badges/badge';
import { inviteState } from '../resources/badges/invites';
import type { BadgeInvite, BadgeTemplate } from '../state/entities';
import type { State } from '../state/state';
import { layout, type Markup, moment } from './layout';

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
  const button = html`<form class="choices" method="post">
    <button class="main">Add badge to Wallet A</button>
  </form>`;
  return layout(
    badge.name,
    'narrow',
    html`<h1>${title}</h1>
      <p class="soft">${text}</p>
      <article
        class="card ${shown === 'live' || shown === 'added' ? '' : 'ended'}"
        style="--bg:${badge.color};--text:#fff;--label:#ffffffb8"
      >
        <div class="card-top">
          <strong>${state.account(badge.accountId).displayName}</strong>
        </div>
        <div class="body">
          <div class="rows">
            ${row('Badge', badge.name)}
            ${row('Holder', fullName(invite) ?? invite.email ?? invite.phone)}
          </div>
        </div>
      </article>
      ${shown === 'live' ? button : ''}`,
  );
}
