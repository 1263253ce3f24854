import { html } from 'hono/html';

import { badgeOf, fullName, settledBadgePasses } from '../resources/badges/badge';
import { inviteLink, inviteState } from '../resources/badges/invites';
import { passLink } from '../resources/passes/links';
import { deviceCount, passState } from '../resources/passes/pass';
import type { BadgeInvite, BadgePass, OutboxEntry, Pass, Template } from '../state/entities';
import type { State } from '../state/state';
import { image, paint } from './card';
import { layout, type Markup, moment } from './layout';
import { type Column, table } from './table';

const PASSES_PER_PAGE = 25;
const MESSAGES_SHOWN = 50;
const KINDS = { email: 'email', text: 'text message', walletNotification: 'notification' };
const WHITE_ON_COLOR = '--text:#fff;--label:#ffffffb8';

/** The shown range of passes. */
interface View {
  /** Only this template's passes. */
  templateId?: string;
  /** From 1. */
  page: number;
}

/** The page at `/`: templates, newest passes, badges and their holders, outbox. */
export function indexPage(state: State, view: View): Markup {
  const templates = [...state.accounts.keys()].flatMap((id) => state.templatesOf(id));
  return layout(
    'Wallet pass sandbox',
    'wide',
    html`<h1>Wallet pass sandbox</h1>
      <p class="soft">
        API at <code>${state.baseUrl}</code> · clock ${moment(state.clock.now())} · controls under
        <code>/_sandbox</code> (<a href="/_sandbox/info">keys and IDs</a>,
        <a href="/_sandbox/requests">requests</a>)
      </p>
      <nav class="parts">
        <a href="#templates">Templates</a> <a href="#passes">Passes</a>
        <a href="#badges">Access badges</a> <a href="#outbox">Outbox</a>
      </nav>
      <h2 id="templates">Templates</h2>
      <div class="templates">${templates.map((template) => templateTile(state, template))}</div>
      ${passesPart(state, templates, view)} ${badgesPart(state)} ${outboxPart(state)}`,
  );
}

function heading(id: string, title: string, count: number): Markup {
  return html`<h2 id="${id}">${title} <span class="soft small">${count}</span></h2>`;
}

function pill(tone: string, text: string): Markup {
  return html`<span class="pill ${tone}">${text}</span>`;
}

/** A text with a smaller one below it. */
function twoLines(first: unknown, second: unknown): Markup {
  return html`${first ?? ''}
    <div class="soft small">${second ?? ''}</div>`;
}

const accountOf = (state: State, { accountId }: { accountId: string }) =>
  state.account(accountId).displayName;

function templateTile(state: State, template: Template): Markup {
  return html`<a class="tile" style="${paint(template)}" href="/?template=${template.id}#passes">
    ${image(template.design.logo, '', '') ?? ''}
    <div class="name">${template.name}</div>
    <div class="kind">${template.type} · ${state.passes.count(template.id)} passes</div>
    <div class="kind">${accountOf(state, template)}</div>
  </a>`;
}

/** A page of the newest passes of one template, or of all. */
function passesPart(state: State, all: readonly Template[], { templateId, page }: View): Markup {
  const chosen = all.filter(({ id }) => templateId === undefined || id === templateId);
  const total = chosen.reduce((sum, { id }) => sum + state.passes.count(id), 0);
  const shown = page * PASSES_PER_PAGE;
  // Only the newest of each template are read.
  const passes = chosen
    .flatMap(({ id }) => state.passes.newestFirst(id, undefined, shown))
    .sort((a, b) => b.created - a.created)
    .slice(shown - PASSES_PER_PAGE, shown);
  const filter = templateId === undefined ? '' : `&template=${encodeURIComponent(templateId)}`;
  const link = (to: number, text: string) =>
    html`<a href="/?page=${to}${filter}#passes">${text}</a>`;
  const columns: Column<Pass>[] = [
    {
      title: 'Pass',
      cell: ({ id, externalId }) => html`<a href="${passLink(state, id)}">${externalId ?? id}</a>`,
    },
    {
      title: 'Holder',
      cell: ({ customFields, templateFields, email, phone }) => {
        const fields = { ...customFields, ...templateFields };
        const name = fields.accountName ?? fields.ticketHolderName ?? fields.memberName;
        return twoLines(name, email ?? phone);
      },
    },
    {
      title: 'Template',
      extra: true,
      cell: (pass) => {
        const template = state.templates.get(pass.templateId);
        return template === undefined
          ? ''
          : html`<span class="dot" style="${paint(template)}"></span>${template.name}`;
      },
    },
    {
      title: 'Status',
      tight: true,
      cell: (pass) => {
        const validity = passState(pass, state.clock.now());
        return pill(validity, validity);
      },
    },
    { title: 'Wallets', extra: true, cell: deviceCount },
    { title: 'Created', extra: true, tight: true, cell: ({ created }) => moment(created) },
  ];
  return html`<h2 id="passes">
      ${templateId === undefined ? 'Newest passes' : `Passes of ${chosen[0]?.name ?? '–'}`}
      <span class="soft small">${total}</span>
      ${templateId === undefined ? '' : html`<a class="small" href="/#passes">show all</a>`}
    </h2>
    ${table(
      columns,
      passes,
      'No passes yet.',
      html`<div class="pager">
        <span>${page > 1 ? link(page - 1, '← Newer') : ''}</span>
        <span>${shown < total ? link(page + 1, 'Older →') : ''}</span>
      </div>`,
    )}`;
}

/** Badges of every account, the badge passes of their holders, and invites. */
function badgesPart(state: State): Markup {
  const passes = settledBadgePasses(state).reverse();
  const invites = [...state.invites.values()].reverse();
  const tiles = [...state.badges.values()].map((badge) => {
    const issued = passes.filter(({ badgeTemplateId }) => badgeTemplateId === badge.id).length;
    return html`<div class="tile" style="--bg:${badge.color};${WHITE_ON_COLOR}">
      <div class="name">${badge.name}</div>
      <div class="kind">${badge.active ? 'published' : 'unpublished'} · ${issued} issued</div>
      <div class="kind">${accountOf(state, badge)}</div>
    </div>`;
  });
  const passColumns: Column<BadgePass>[] = [
    {
      title: 'Holder',
      cell: ({ holderId, accountId }) => {
        const holder = state.holders.get(holderId);
        return twoLines(fullName(holder?.names[accountId]) ?? '–', holder?.email ?? holder?.phone);
      },
    },
    { title: 'Badge', extra: true, cell: (pass) => badgeOf(state, pass).name },
    {
      title: 'Status',
      tight: true,
      cell: (pass) =>
        html`${pill(toneOf(pass), pass.status)}
        ${pass.pending.map(({ action }) => html`<div class="soft small">${action} pending</div>`)}`,
    },
    { title: 'Card number', extra: true, cell: ({ cardNumber }) => cardNumber },
    { title: 'Issued', extra: true, tight: true, cell: ({ issuedAt }) => moment(issuedAt) },
  ];
  const inviteColumns: Column<BadgeInvite>[] = [
    {
      title: 'Recipient',
      cell: (invite) => twoLines(fullName(invite) ?? '–', invite.email ?? invite.phone),
    },
    {
      title: 'Badge',
      extra: true,
      cell: ({ badgeTemplateId }) => state.badges.get(badgeTemplateId)?.name ?? '',
    },
    {
      title: 'Status',
      tight: true,
      cell: (invite) => {
        const status = inviteState(state, invite);
        return pill(status === 'live' ? 'valid' : 'expired', status);
      },
    },
    { title: 'Link', cell: ({ code }) => html`<a href="${inviteLink(state, code)}">open</a>` },
    { title: 'Expires', extra: true, tight: true, cell: ({ expiresAt }) => moment(expiresAt) },
  ];
  return html`<h2 id="badges">Access badges</h2>
    <div class="templates">${tiles}</div>
    ${heading('holders', 'Badge holders', state.holders.size)}
    ${table(passColumns, passes, 'No badge holders yet.')}
    ${heading('invites', 'Invites', invites.length)}
    ${table(inviteColumns, invites, 'No invites yet.')}`;
}

function toneOf({ status }: BadgePass): string {
  if (status === 'ACTIVE') return 'valid';
  if (status === 'SUSPENDED' || status === 'USER_SUSPENDED') return 'paused';
  return ['CREATED', 'ISSUE_INITIATED', 'ISSUING'].includes(status) ? 'email' : 'expired';
}

/** The latest messages, newest first. */
function outboxPart(state: State): Markup {
  const columns: Column<OutboxEntry>[] = [
    {
      title: 'Kind',
      tight: true,
      cell: ({ kind, channel, locale }) =>
        twoLines(pill(kind, KINDS[kind]), `${channel} · ${locale}`),
    },
    {
      title: 'To',
      cell: ({ kind, to }) => (kind === 'walletNotification' ? html`pass <code>${to}</code>` : to),
    },
    {
      title: 'Message',
      cell: ({ title, link, body }) =>
        html`${title === '' ? '' : html`<strong>${title}</strong><br />`}
        ${link === undefined ? body : html`<a href="${link}">${body}</a>`}`,
    },
    { title: 'Sent', extra: true, tight: true, cell: ({ at }) => moment(at) },
  ];
  const sent = state.sentMessages();
  return html`${heading('outbox', 'Outbox', sent.length)}
  ${table(
    columns,
    sent.slice(-MESSAGES_SHOWN).reverse(),
    'No messages yet. Emails, text messages and wallet notifications appear here.',
  )}`;
}
