import { html } from 'hono/html';

import type { ApiKey } from '../../state/entities';
import type { State } from '../../state/state';
import { type Markup, moment } from '../layout';
import { table } from '../table';

/** API keys of every account; only prefixes, never values. */
export function keysPart(state: State): Markup {
  const keys = [...state.accounts.keys()].flatMap((id) => state.keys.ofAccount(id));
  return html`<h2 id="keys">API keys <span class="soft small">${keys.length}</span></h2>
    ${table(
      [
        { title: 'Key' },
        { title: 'Status' },
        { title: 'Scopes', extra: true },
        { title: 'Account', extra: true },
        { title: 'Last used', extra: true },
      ],
      keys.map((key) => keyRow(state, key)),
      'No API keys yet.',
    )}`;
}

function keyRow(state: State, key: ApiKey): Markup {
  const on = key.disabledAt === null;
  return html`<tr>
    <td>
      ${key.label}
      <div class="soft small"><code>${key.prefix}…</code></div>
    </td>
    <td class="tight">
      <span class="pill ${on ? 'valid' : 'voided'}">${on ? 'enabled' : 'disabled'}</span>
    </td>
    <td class="extra small">${key.scopes === 'all' ? 'Full access' : key.scopes.join(', ')}</td>
    <td class="extra">${state.account(key.accountId).displayName}</td>
    <td class="extra tight">${key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt)}</td>
  </tr>`;
}
