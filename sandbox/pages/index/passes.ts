import { html } from 'hono/html';

import { passLink } from '../../resources/passes/links';
import { passState } from '../../resources/passes/validity';
import { deviceCount } from '../../resources/passes/views';
import type { Pass, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { paint } from '../card';
import { type Markup, moment } from '../layout';
import { table } from '../table';

const PER_PAGE = 25;

/** The shown range of passes. */
export interface IndexView {
  /** Only this template's passes. */
  templateId?: string;
  /** From 1. */
  page: number;
}

/** A page of the newest passes of one template, or of all. */
export function passesPart(
  state: State,
  all: readonly Template[],
  { templateId, page }: IndexView,
): Markup {
  const chosen = all.filter(({ id }) => templateId === undefined || id === templateId);
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
    ${table(
      [
        { title: 'Pass' },
        { title: 'Holder' },
        { title: 'Template', extra: true },
        { title: 'Status' },
        { title: 'Wallets', extra: true },
        { title: 'Created', extra: true },
      ],
      shown.map((pass) => passRow(state, pass, all)),
      'No passes yet.',
      html`<div class="pager">
        <span>${page > 1 ? link(page - 1, '← Newer') : ''}</span>
        <span>${page * PER_PAGE < total ? link(page + 1, 'Older →') : ''}</span>
      </div>`,
    )}`;
}

/** The newest passes over several templates: only the newest of each are read. */
function newest(state: State, templates: readonly Template[], count: number): Pass[] {
  return templates
    .flatMap(({ id }) => state.passes.newestFirst(id, undefined, count))
    .sort((a, b) => b.created - a.created || b.sequence - a.sequence)
    .slice(0, count);
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
