import { html } from 'hono/html';

import { fullName } from '../resources/badges/holders';
import { isLive } from '../resources/badges/invite';
import type { BadgeInvite, BadgeTemplate } from '../state/badgeEntities';
import type { State } from '../state/state';
import { layout, type Markup, moment } from './layout';

/** The page an invite's `url` opens: the badge, and a button that adds it while the invite is live. */
export function invitePage(state: State, invite: BadgeInvite, badge: BadgeTemplate): Markup {
  const live = isLive(invite, state.clock.now());
  return layout(
    badge.name,
    'narrow',
    html`<h1>${live ? 'Your access badge' : 'This link no longer works'}</h1>
      <p class="soft">${explanation(state, invite)}</p>
      <article
        class="card ${live ? '' : 'ended'}"
        style="--bg:${badge.color};--text:#fff;--label:#ffffffb8"
      >
        <div class="card-top">
          <strong>${state.account(badge.accountId).displayName}</strong>
        </div>
        <div class="body">
          <div class="rows">
            <div class="row">
              <div><span class="label">Badge</span><span class="value">${badge.name}</span></div>
            </div>
            <div class="row">
              <div>
                <span class="label">Holder</span>
                <span class="value">${fullName(invite) ?? invite.email ?? invite.phone}</span>
              </div>
            </div>
          </div>
        </div>
      </article>
      ${
        live
          ? html`<form class="choices" method="post">
              <button class="main">Add badge to Wallet A</button>
            </form>`
          : ''
      }`,
  );
}

function explanation(state: State, invite: BadgeInvite): string {
  if (invite.usedAt !== null) return `The badge was added on ${moment(invite.usedAt)}.`;
  const until = moment(invite.expiresAt);
  return isLive(invite, state.clock.now())
    ? `Add it to the phone that shall open the doors. The link works once, until ${until}.`
    : `It ended on ${until}. Ask for a new one.`;
}
