import { html } from 'hono/html';

import { fileUrl } from '../../resources/files/view';
import type { Scale, StoredFile } from '../../state/fileEntities';
import type { State } from '../../state/state';
import { type Markup, moment } from '../layout';
import { table } from '../table';

/** Uploaded files of every account, newest first. */
export function filesPart(state: State): Markup {
  const files = state.files.all().reverse();
  return html`<h2 id="files">Files <span class="soft small">${files.length}</span></h2>
    ${table(
      [
        { title: 'Image' },
        { title: 'File' },
        { title: 'Purpose' },
        { title: 'Account', extra: true },
        { title: 'Uploaded', extra: true },
      ],
      files.map((file) => fileRow(state, file)),
      'No files yet.',
    )}`;
}

function fileRow(state: State, file: StoredFile): Markup {
  const { image, logo, purpose } = file;
  const scales = Object.keys(file.variants) as Scale[];
  return html`<tr>
    <td><img class="thumb" src="${fileUrl(state, file.id)}" alt="" loading="lazy" /></td>
    <td>
      <code>${file.id}</code>
      <div class="soft small">
        ${image.mime} · ${image.width} × ${image.height} · ${Math.ceil(image.size / 1024)} KiB
        ${scales.map((scale) => html`<a href="${fileUrl(state, file.id, scale)}">${scale}</a> `)}
      </div>
    </td>
    <td>
      ${purpose ?? 'none'}
      <div class="soft small">${logo?.treatment ?? ''} ${logo?.color ?? ''}</div>
    </td>
    <td class="extra">${state.account(file.accountId).displayName}</td>
    <td class="extra tight">${moment(file.created)}</td>
  </tr>`;
}
