import { html } from 'hono/html';

import type { State } from '../../state/state';
import { layout, type Markup, moment } from '../layout';
import { badgesPart } from './badges';
import { filesPart } from './files';
import { keysPart } from './keys';
import { outboxPart } from './outbox';
import { type IndexView, passesPart } from './passes';
import { templatesPart } from './templates';

/** The page at `/`: templates, newest passes, badges and their holders, files, keys, outbox. */
export function indexPage(state: State, view: IndexView): Markup {
  const templates = [...state.accounts.keys()].flatMap((id) => state.templates.newestFirst(id));
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
        <a href="#badges">Access badges</a> <a href="#files">Files</a> <a href="#keys">API keys</a>
        <a href="#outbox">Outbox</a>
      </nav>
      ${templatesPart(state, templates)} ${passesPart(state, templates, view)} ${badgesPart(state)}
      ${filesPart(state)} ${keysPart(state)} ${outboxPart(state)}`,
  );
}
