import { html } from 'hono/html';

import type { OutboxEntry } from '../../state/outbox';
import type { State } from '../../state/state';
import { type Markup, moment } from '../layout';
import { table } from '../table';

const SHOWN = 50;
const KINDS = { email: 'email', text: 'text message', walletNotification: 'notification' };

/** The latest messages, newest first. */
export function outboxPart(state: State): Markup {
  const sent = state.outbox.sentBy(state.clock.now());
  const shown = sent.slice(-SHOWN).reverse();
  return html`<h2 id="outbox">Outbox <span class="soft small">${sent.length}</span></h2>
    ${table(
      [{ title: 'Kind' }, { title: 'To' }, { title: 'Message' }, { title: 'Sent', extra: true }],
      shown.map(outboxRow),
      'No messages yet. Emails, text messages and wallet notifications appear here.',
    )}`;
}

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
