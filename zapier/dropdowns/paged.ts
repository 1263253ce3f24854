import type { Bundle, ZObject } from 'zapier-platform-core';

import type { ServiceClient } from '../../shared/http/client';
import type { Choice, PickerPage } from '../../shared/pickers/picker';
import { withSession } from '../session';

/**
 * One page of a dropdown. Zapier counts pages, the service gives a cursor for the next one: Zapier
 * keeps it between two pages of the same dropdown.
 */
export async function pageOf(
  z: ZObject,
  bundle: Bundle,
  pick: (client: ServiceClient, cursor: string | undefined) => Promise<PickerPage>,
): Promise<Choice[]> {
  const cursor = bundle.meta.page > 0 ? await z.cursor.get() : undefined;
  if (bundle.meta.page > 0 && !cursor) return [];
  const page = await withSession(z, bundle, ({ client }) => pick(client, cursor));
  await z.cursor.set(page.cursor ?? '');
  return page.choices;
}
