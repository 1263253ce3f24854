import { html } from 'hono/html';

import { inviteLink, inviteState } from '../../resources/badges/invite';
import { fullName } from '../../resources/badges/holders';
import { badgeOf, settleBadges } from '../../resources/badges/pass';
import type { BadgeInvite, BadgePass, BadgeTemplate } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { type Markup, moment } from '../layout';
import { table } from '../table';

/** Badges of every account, the badge passes of their holders, and invites. */
export function badgesPart(state: State): Markup {
  settleBadges(state);
  const badges = [...state.badges.templates.values()];
  const passes = [...state.badges.passes.values()].reverse();
  const invites = [...state.badges.invites.values()].reverse();
  return html`<h2 id="badges">Access badges</h2>
    <div class="templates">${badges.map((badge) => tile(state, badge))}</div>
    <h2 id="holders">Badge holders <span class="soft small">${state.badges.holders.size}</span></h2>
    ${table(
      [
        { title: 'Holder' },
        { title: 'Badge', extra: true },
        { title: 'Status' },
        { title: 'Card number', extra: true },
        { title: 'Issued', extra: true },
      ],
      passes.map((pass) => passRow(state, pass)),
      'No badge holders yet.',
    )}
    <h2 id="invites">Invites <span class="soft small">${invites.length}</span></h2>
    ${table(
      [
        { title: 'Recipient' },
        { title: 'Badge', extra: true },
        { title: 'Status' },
        { title: 'Link' },
        { title: 'Expires', extra: true },
      ],
      invites.map((invite) => inviteRow(state, invite)),
      'No invites yet.',
    )}`;
}

function tile(state: State, badge: BadgeTemplate): Markup {
  const held = [...state.badges.passes.values()].filter((p) => p.badgeTemplateId === badge.id);
  return html`<div class="tile" style="--bg:${badge.color};--text:#fff;--label:#ffffffb8">
    <div class="name">${badge.name}</div>
    <div class="kind">${badge.active ? 'published' : 'unpublished'} · ${held.length} issued</div>
    <div class="kind">${state.account(badge.accountId).displayName}</div>
  </div>`;
}

function passRow(state: State, pass: BadgePass): Markup {
  const holder = state.badges.holders.get(pass.holderId);
  const name = fullName(holder?.names[pass.accountId]);
  return html`<tr>
    <td>
      ${name ?? '–'}
      <div class="soft small">${holder?.email ?? holder?.phone ?? ''}</div>
    </td>
    <td class="extra">${badgeOf(state, pass).name}</td>
    <td class="tight">
      <span class="pill ${tone(pass)}">${pass.status}</span>
      ${pass.pending.map(({ action }) => html`<div class="soft small">${action} pending</div>`)}
    </td>
    <td class="extra">${pass.cardNumber}</td>
    <td class="extra tight">${moment(pass.issuedAt)}</td>
  </tr>`;
}

function tone({ status }: BadgePass): string {
  if (status === 'ACTIVE') return 'valid';
  if (status === 'SUSPENDED' || status === 'USER_SUSPENDED') return 'paused';
  return ['CREATED', 'ISSUE_INITIATED', 'ISSUING'].includes(status) ? 'email' : 'expired';
}

function inviteRow(state: State, invite: BadgeInvite): Markup {
  const status = inviteState(invite, state.clock.now());
  const badge = state.badges.templates.get(invite.badgeTemplateId);
  return html`<tr>
    <td>
      ${fullName(invite) ?? '–'}
      <div class="soft small">${invite.email ?? invite.phone ?? ''}</div>
    </td>
    <td class="extra">${badge?.name ?? ''}</td>
    <td class="tight">
      <span class="pill ${status === 'live' ? 'valid' : 'expired'}">${status}</span>
    </td>
    <td><a href="${inviteLink(state, invite.code)}">open</a></td>
    <td class="extra tight">${moment(invite.expiresAt)}</td>
  </tr>`;
}
