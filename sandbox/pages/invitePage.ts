import { html } from 'hono/html';

import { fullName } from '../resources/badges/holders';
import { isLive } from '../resources/badges/invite';
import type { BadgeInvite, BadgeTemplate } from '../state/badgeEntities';
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
  const live = isLive(invite, state.clock.now());
  const { title, text } = explanation(state, invite, added);
  return layout(
    badge.name,
    'narrow',
    html`<h1>${title}</h1>
      <p class="soft">${text}</p>
      <article
        class="card ${live || (added && invite.usedAt !== null) ? '' : 'ended'}"
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

function explanation(state: State, invite: BadgeInvite, added: boolean) {
  const until = moment(invite.expiresAt);
  if (invite.usedAt !== null) {
    const once = 'The link works only once.';
    return added
      ? { title: 'Badge added', text: `Your badge is in Wallet A. ${once}` }
      : {
          title: 'This link has already been used',
          text: `The badge was added on ${moment(invite.usedAt)}. ${once} Ask for a new invite.`,
        };
  }
  return isLive(invite, state.clock.now())
    ? {
        title: 'Your access badge',
        text: `Add it to the phone you will open doors with. The link works once and expires on ${until}.`,
      }
    : { title: 'This link has expired', text: `It expired on ${until}. Ask for a new invite.` };
}
