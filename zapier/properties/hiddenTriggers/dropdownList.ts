import type { Bundle, ZObject } from 'zapier-platform-core';

import type { OperationContext } from '../../../shared/operations/operation';
import type { Choice, PickerPage } from '../../../shared/pickers/picker';
import { withSession } from '../../transport/session';

/**
 * Loads one page of a dropdown. Zapier numbers pages, while the service returns a cursor for the next one.
 * `z.cursor` keeps it between two pages of the same dropdown.
 */
export async function dropdownPage(
  z: ZObject,
  bundle: Bundle,
  pick: (context: OperationContext, cursor: string | undefined) => Promise<PickerPage>,
): Promise<Choice[]> {
  const cursor = bundle.meta.page > 0 ? await z.cursor.get() : undefined;
  if (bundle.meta.page > 0 && !cursor) return [];
  const page = await withSession(z, bundle, (context) => pick(context, cursor));
  await z.cursor.set(page.cursor ?? '');
  return page.choices;
}
