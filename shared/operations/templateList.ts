import type { ServiceClient } from '../http/client';
import { templatePageSchema } from '../service/schemas';
import type { TemplatePage } from '../service/schemas';
import { LIMITS } from '../service/vocabulary';

/**
 * One page of `GET /templates`, newest first, for the lists that templates are picked from.
 * @param startingAfter the `next_cursor` of the page before; `undefined` for the first page
 */
export function listTemplates(
  client: ServiceClient,
  startingAfter?: string,
  limit: number = LIMITS.templatePageMax,
): Promise<TemplatePage> {
  return client.call({
    method: 'GET',
    path: '/templates',
    query: { limit, starting_after: startingAfter },
    repeat: 'free',
    answer: templatePageSchema,
  });
}

/** Where the page after this one starts; a `has_more` without a cursor ends the list (trap 96). */
export function nextCursor(page: TemplatePage): string | undefined {
  return page.has_more && page.next_cursor ? page.next_cursor : undefined;
}
