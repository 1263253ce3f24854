import type { ServiceClient } from '../http/client';
import { listTemplatePage, nextCursor } from '../operations/template/calls';
import type { PickerPage, PickerQuery } from './picker';

/** Pages looked through for one answer when searching by name. */
const PAGES_PER_SEARCH = 5;

/**
 * Templates to choose from, newest first; a search by name or ID goes on through the pages until it
 * has found some.
 * @throws {import('../http/failures').ServiceFailure} `missingScope` without templates.viewAll
 */
export async function pickTemplates(
  client: ServiceClient,
  { filter, cursor }: PickerQuery,
): Promise<PickerPage> {
  const wanted = filter?.trim().toLowerCase() ?? '';
  let next = cursor;
  for (let pages = 1; ; pages += 1) {
    const page = await listTemplatePage(client, { cursor: next });
    next = nextCursor(page);
    const choices = page.data
      .filter(({ id, name }) => name.toLowerCase().includes(wanted) || id === filter?.trim())
      .map(({ id, name }) => ({ id, label: name }));
    if (choices.length > 0 || next === undefined || pages === PAGES_PER_SEARCH) {
      return { choices, cursor: next };
    }
  }
}
