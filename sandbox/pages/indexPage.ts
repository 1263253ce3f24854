import { html } from 'hono/html';

import { TEMPLATE_TYPE_LABELS } from '../../shared/service/labels';
import { badgeOf, fullName, settledBadgePasses } from '../resources/badges/badge';
import { inviteLink, inviteState } from '../resources/badges/invites';
import { passLink, deviceCount, passState } from '../resources/passes/pass';
import { cardSize } from '../resources/passes/stamps';
import type { SandboxInfo } from '../control/routes';
import type { BadgeInvite, BadgePass, OutboxEntry, Pass, Template } from '../state/entities';
import type { State } from '../state/state';
import { badgeColors, image, paint } from './card';
import { type Column, layout, type Markup, moment, table } from './layout';

const PASSES_SHOWN = 100;
const MESSAGES_SHOWN = 50;
const KINDS = { email: 'email', text: 'text message', walletNotification: 'notification' };

/**
 * The page at `/`: what connects to it, templates, newest passes, outbox, badges and their holders.
 * @param templateId shows only this template's passes
 */
export function indexPage(state: State, info: SandboxInfo, templateId?: string): Markup {
  const templates = [...state.accounts.keys()].flatMap((id) => state.templatesOf(id));
  const sent = state.sentMessages();
  const content = html`<h1>Wallet pass sandbox</h1>
    <p class="soft">
      Clock ${moment(state.clock.now())} · controls under <code>/_sandbox</code> (<a
        href="/_sandbox/info"
        >IDs</a
      >, <a href="/_sandbox/requests">requests</a>)
    </p>
    <nav class="parts">
      <a href="#connect">Connect</a> <a href="#templates">Templates</a>
      <a href="#passes">Passes</a>
      <a href="#outbox">Outbox (${sent.length})</a> <a href="#badges">Badges</a>
    </nav>
    ${connectPart(info)}
    <h2 id="templates">Templates</h2>
    <div class="templates">${templates.map((template) => templateTile(state, template))}</div>
    ${passesPart(state, templates, templateId)} ${outboxPart(sent)} ${badgesPart(state)}`;
  return layout('Wallet pass sandbox', 'wide', content);
}

/** What a credential on n8n and a connection on Zapier ask for, with the key of each preset. */
function connectPart({ baseUrl, keys }: SandboxInfo): Markup {
  const columns: Column<[preset: string, key: string]>[] = [
    ['Base URL', () => html`<code>${baseUrl}</code>`],
    ['API Key', ([, key]) => html`<code>${key}</code>`],
    ['Scopes', ([preset]) => preset],
  ];
  return html`<h2 id="connect">Connect</h2>
    ${table(columns, Object.entries(keys), '')}`;
}

function heading(id: string, title: string, count: number, more: Markup | string = ''): Markup {
  return html`<h2 id="${id}">${title} <span class="soft small">${count}</span> ${more}</h2>`;
}

function pill(tone: string, text: string): Markup {
  return html`<span class="pill ${tone}">${text}</span>`;
}

/** A text with a smaller one below it. */
function twoLines(first: unknown, second: unknown): Markup {
  return html`${first ?? ''}
    <div class="soft small">${second ?? ''}</div>`;
}

function templateTile(state: State, template: Template): Markup {
  const { id, name, type, design, accountId } = template;
  const kind = cardSize(template) === undefined ? TEMPLATE_TYPE_LABELS[type] : 'Stamp Card';
  return html`<a class="tile" style="${paint(template)}" href="/?template=${id}#passes">
    ${image(design.logo, '', '') ?? ''}
    <div class="name">${name}</div>
    <div class="kind">${kind} · ${state.passes.count(id)} passes</div>
    <div class="kind">${state.account(accountId).displayName}</div>
  </a>`;
}

/** The newest passes of one template, or of all. */
function passesPart(state: State, all: readonly Template[], templateId?: string): Markup {
  const chosen = all.filter(({ id }) => templateId === undefined || id === templateId);
  const total = chosen.reduce((sum, { id }) => sum + state.passes.count(id), 0);
  const passes = chosen
    .flatMap(({ id }) => state.passes.newestFirst(id, undefined, PASSES_SHOWN))
    .sort((a, b) => b.created - a.created)
    .slice(0, PASSES_SHOWN);
  const columns: Column<Pass>[] = [
    [
      'Pass',
      ({ id, externalId }) => html`<a href="${passLink(state, id)}">${externalId ?? id}</a>`,
    ],
    [
      'Holder',
      ({ customFields, templateFields, email, phone }) => {
        const fields = { ...customFields, ...templateFields };
        const name = fields.accountName ?? fields.ticketHolderName ?? fields.memberName;
        return twoLines(name, email ?? phone);
      },
    ],
    [
      'Template',
      (pass) => {
        const template = state.templates.get(pass.templateId);
        if (template === undefined) return '';
        return html`<span class="dot" style="${paint(template)}"></span>${template.name}`;
      },
      'wraps',
    ],
    [
      'Status',
      (pass) => {
        const status = passState(pass, state.clock.now());
        return pill(status, status);
      },
    ],
    ['Wallets', deviceCount],
    ['Created', ({ created }) => moment(created)],
  ];
  const title = templateId === undefined ? 'Newest passes' : `Passes of ${chosen[0]?.name ?? '–'}`;
  const showAll =
    templateId === undefined ? '' : html`<a class="small" href="/#passes">Show all</a>`;
  return html`${heading('passes', title, total, showAll)}
  ${table(columns, passes, 'No passes yet.')}`;
}

/** The latest messages, newest first. */
function outboxPart(sent: readonly OutboxEntry[]): Markup {
  const columns: Column<OutboxEntry>[] = [
    [
      'Kind',
      ({ kind, channel, locale }) => twoLines(pill(kind, KINDS[kind]), `${channel} · ${locale}`),
    ],
    ['To', ({ kind, to }) => (kind === 'walletNotification' ? html`pass <code>${to}</code>` : to)],
    [
      'Message',
      ({ title, link, body }) =>
        html`${title === '' ? '' : html`<strong>${title}</strong><br />`}
        ${link === undefined ? body : html`${body.replace(link, '')}<br /><a href="${link}">${link}</a>`}`,
      'wraps',
    ],
    ['Sent', ({ at }) => moment(at)],
  ];
  const latest = sent.slice(-MESSAGES_SHOWN).reverse();
  return html`${heading('outbox', 'Outbox', sent.length)}
  ${table(columns, latest, 'No messages yet. Emails, text messages and wallet notifications appear here.')}`;
}

/** Badges of every account, the badge passes of their holders, and invites. */
function badgesPart(state: State): Markup {
  const passes = settledBadgePasses(state).reverse();
  const invites = [...state.invites.values()].reverse();
  const tiles = [...state.badges.values()].map((badge) => {
    const issued = passes.filter(({ badgeTemplateId }) => badgeTemplateId === badge.id).length;
    return html`<div class="tile" style="${badgeColors(badge)}">
      <div class="name">${badge.name}</div>
      <div class="kind">${badge.active ? 'Published' : 'Unpublished'} · ${issued} issued</div>
      <div class="kind">${state.account(badge.accountId).displayName}</div>
    </div>`;
  });
  const passColumns: Column<BadgePass>[] = [
    [
      'Holder',
      ({ holderId, accountId }) => {
        const holder = state.holders.get(holderId);
        return twoLines(fullName(holder?.names[accountId]) ?? '–', holder?.email ?? holder?.phone);
      },
    ],
    ['Badge', (pass) => badgeOf(state, pass).name],
    [
      'Status',
      (pass) =>
        html`${pill(toneOf(pass), pass.status)}
        ${pass.pending.map(({ action }) => html`<div class="soft small">${action} pending</div>`)}`,
    ],
    ['Card number', ({ cardNumber }) => cardNumber],
    ['Issued', ({ issuedAt }) => moment(issuedAt)],
  ];
  const inviteColumns: Column<BadgeInvite>[] = [
    ['Recipient', (invite) => twoLines(fullName(invite) ?? '–', invite.email ?? invite.phone)],
    ['Badge', ({ badgeTemplateId }) => state.badges.get(badgeTemplateId)?.name ?? ''],
    [
      'Status',
      (invite) => {
        const status = inviteState(state, invite);
        return pill(status === 'live' ? 'valid' : 'expired', status);
      },
    ],
    ['Link', ({ code }) => html`<a href="${inviteLink(state, code)}">Open invite</a>`],
    ['Expires', ({ expiresAt }) => moment(expiresAt)],
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
