import { html } from 'hono/html';

import type { Template } from '../../state/entities';
import type { State } from '../../state/state';
import { image, paint } from '../card';
import type { Markup } from '../layout';

/** A tile per template of every account. */
export function templatesPart(state: State, templates: readonly Template[]): Markup {
  return html`<h2 id="templates">Templates</h2>
    <div class="templates">${templates.map((template) => tile(state, template))}</div>`;
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
