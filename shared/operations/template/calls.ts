import type { ServiceClient } from '../../http/client';
import { templatePageSchema } from '../../service/schemas';
import type { Template, TemplatePage } from '../../service/schemas';
import { LIMITS } from '../../service/vocabulary';

/** The service's template endpoints as calls. */

/** One page of `GET /templates`, newest first. */
export function listTemplatePage(
  client: ServiceClient,
  { cursor, limit = LIMITS.templatePageMax }: { cursor?: string; limit?: number } = {},
): Promise<TemplatePage> {
  return client.call({
    method: 'GET',
    path: '/templates',
    query: { limit, starting_after: cursor },
    repeat: 'free',
    answer: templatePageSchema,
  });
}

/** The cursor of the page after this one; `undefined` on the last (trap 96: `has_more` may come without one). */
export function nextCursor(page: TemplatePage): string | undefined {
  return page.has_more ? (page.next_cursor ?? undefined) : undefined;
}

/** Every template of the account, newest first. */
export async function* listTemplates(
  client: ServiceClient,
): AsyncGenerator<Template, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await listTemplatePage(client, { cursor });
    yield* page.data;
    cursor = nextCursor(page);
  } while (cursor !== undefined);
}
