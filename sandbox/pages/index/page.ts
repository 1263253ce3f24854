import { html } from 'hono/html';

import { passLink } from '../resources/passes/links';
import { passState } from '../resources/passes/validity';
import { deviceCount } from '../resources/passes/views';
import type { Pass, Template } from '../state/entities';
import type { OutboxEntry } from '../state/outbox';
import type { State } from '../state/state';
import { image, paint } from './card';
import { layout, type Markup, moment } from './layout';

const PER_PAGE = 25;
const OUTBOX_SHOWN = 50;

/** Which part of the passes is looked at. */
export interface IndexView {
  /** Only this template's passes. */
  templateId?: string;
  /** From 1. */
  page: number;
}

/** The page at `/`: templates, newest passes, outbox. */
export function indexPage(state: State, view: IndexView): Markup {
  const templates = [...state.accounts.keys()].flatMap((id) => state.templates.newestFirst(id));
  const chosen = templates.filter(
    ({ id }) => view.templateId === undefined || id === view.templateId,
  );
  return layout(
    'Wallet pass sandbox',
    'wide',
    html`<h1>Wallet pass sandbox</h1>
      <p class="soft">
        API at <code>${state.baseUrl}</code> · clock ${moment(state.clock.now())} · controls under
        <code>/_sandbox</code> (<a href="/_sandbox/info">keys and IDs</a>,
        <a href="/_sandbox/requests">requests</a>)
      </p>
      <h2>Templates</h2>
      <div class="templates">${templates.map((template) => tile(state, template))}</div>
      ${passes(state, templates, chosen, view)} ${outbox(state)}`,
  );
}

function tile(state: State, template: Template): Markup {
  const count = state.passes.count(template.id);
  const account = state.account(template.accountId).displayName;
  return html`<a class="tile" style="${paint(template)}" href="/?template=${template.id}#passes">
    ${image(template.design.logo, '', '') ?? ''}
    <div class="name">${template.name}</div>
    <div class="kind">${template.type} · ${count} passes</div>
    <div class="kind">${account}</div>
  </a>`;
}

/** The newest passes over several templates: each gives its newest, the rest need not be looked at. */
function newest(state: State, templates: readonly Template[], count: number): Pass[] {
  return templates
    .flatMap(({ id }) => state.passes.newestFirst(id, undefined, count))
    .sort((a, b) => b.created - a.created || b.sequence - a.sequence)
    .slice(0, count);
}

function passes(
  state: State,
  all: readonly Template[],
  chosen: readonly Template[],
  { templateId, page }: IndexView,
): Markup {
  const total = chosen.reduce((sum, { id }) => sum + state.passes.count(id), 0);
  const shown = newest(state, chosen, page * PER_PAGE).slice((page - 1) * PER_PAGE);
  const filter = templateId === undefined ? '' : `&template=${encodeURIComponent(templateId)}`;
  const link = (to: number, text: string) =>
    html`<a href="/?page=${to}${filter}#passes">${text}</a>`;
  const name = templateId === undefined ? 'Newest passes' : `Passes of ${chosen[0]?.name ?? '–'}`;
  return html`<h2 id="passes">
      ${name} <span class="soft small">${total}</span>
      ${templateId === undefined ? '' : html`<a class="small" href="/#passes">show all</a>`}
    </h2>
    <div class="panel">
      ${
        shown.length === 0
          ? html`<div class="empty">None yet.</div>`
          : html`<div class="scroll">
              <table>
                <tr>
                  <th>Pass</th>
                  <th>Holder</th>
                  <th class="extra">Template</th>
                  <th>State</th>
                  <th class="extra">Phones</th>
                  <th class="extra">Created</th>
                </tr>
                ${shown.map((pass) => passRow(state, pass, all))}
              </table>
            </div>`
      }
      <div class="pager">
        <span>${page > 1 ? link(page - 1, '← Newer') : ''}</span>
        <span>${page * PER_PAGE < total ? link(page + 1, 'Older →') : ''}</span>
      </div>
    </div>`;
}

function passRow(state: State, pass: Pass, templates: readonly Template[]): Markup {
  const template = templates.find(({ id }) => id === pass.templateId);
  const validity = passState(pass, state.clock.now());
  const fields = { ...pass.customFields, ...pass.templateFields };
  const holder = fields.accountName ?? fields.ticketHolderName ?? fields.memberName ?? '';
  return html`<tr>
    <td><a href="${passLink(state, pass.id)}">${pass.externalId ?? pass.id}</a></td>
    <td>
      ${holder}
      <div class="soft small">${pass.email ?? pass.phone ?? ''}</div>
    </td>
    <td class="extra">
      ${
        template === undefined
          ? ''
          : html`<span class="dot" style="${paint(template)}"></span>${template.name}`
      }
    </td>
    <td class="tight"><span class="pill ${validity}">${validity}</span></td>
    <td class="extra">${deviceCount(pass)}</td>
    <td class="extra tight">${moment(pass.created)}</td>
  </tr>`;
}

function outbox(state: State): Markup {
  const sent = state.outbox.sentBy(state.clock.now());
  const shown = sent.slice(-OUTBOX_SHOWN).reverse();
  return html`<h2 id="outbox">Outbox <span class="soft small">${sent.length}</span></h2>
    <div class="panel">
      ${
        shown.length === 0
          ? html`<div class="empty">
              Nothing sent yet. E-mails, texts and wallet notifications show up here.
            </div>`
          : html`<div class="scroll">
              <table>
                <tr>
                  <th>Kind</th>
                  <th>To</th>
                  <th>Message</th>
                  <th class="extra">Sent</th>
                </tr>
                ${shown.map(outboxRow)}
              </table>
            </div>`
      }
    </div>`;
}

const KINDS = { email: 'e-mail', text: 'text', walletNotification: 'notification' };

function outboxRow(entry: OutboxEntry): Markup {
  return html`<tr>
    <td class="tight">
      <span class="pill ${entry.kind}">${KINDS[entry.kind]}</span>
      <div class="soft small">${entry.channel} · ${entry.locale}</div>
    </td>
    <td>${entry.kind === 'walletNotification' ? html`pass <code>${entry.to}</code>` : entry.to}</td>
    <td>
      ${entry.title === '' ? '' : html`<strong>${entry.title}</strong><br />`}
      ${entry.link === undefined ? entry.body : html`<a href="${entry.link}">${entry.body}</a>`}
    </td>
    <td class="extra tight">${moment(entry.at)}</td>
  </tr>`;
}
