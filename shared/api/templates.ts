import { z } from 'zod';

import type { ServiceClient } from '../http/client';
import { path } from '../http/url';
import type { Retry } from '../http/retryPolicy';
import { outgoing } from '../service/requests';
import { nothing, templatePageSchema, templateSchema } from '../service/schemas';
import type { Template, TemplatePage } from '../service/schemas';
import { LIMITS, TEMPLATE_TYPES } from '../service/vocabulary';
import { exceedsTimeLimit } from './timeLimit';
import { notFound } from './notFound';

/** Calls to the template endpoints. */

/** One page of `GET /templates`, newest first. */
export function listTemplatePage(
  client: ServiceClient,
  { cursor, limit = LIMITS.templatePageMax }: { cursor?: string; limit?: number } = {},
): Promise<TemplatePage> {
  return client.call({
    method: 'GET',
    path: '/templates',
    query: { limit, starting_after: cursor },
    parser: templatePageSchema,
  });
}

/** Cursor of the next page; `undefined` on the last page, even if its `has_more` is true. */
export function nextCursor(page: TemplatePage): string | undefined {
  return page.has_more ? (page.next_cursor ?? undefined) : undefined;
}

/** All templates of the account, newest first. */
export async function* listTemplates(
  client: ServiceClient,
): AsyncGenerator<Template, void, undefined> {
  let cursor: string | undefined;
  let read = 0;
  let total: number | undefined;
  do {
    const page = await listTemplatePage(client, { cursor }).catch(
      exceedsTimeLimit(client, { nouns: 'templates', read, total, hint: USE_THE_ID }),
    );
    read += page.data.length;
    total = page.total_count ?? undefined;
    yield* page.data;
    cursor = nextCursor(page);
  } while (cursor !== undefined);
}

const USE_THE_ID =
  "Use the template's ID instead of its name: choose the template from the list, or copy its ID from the dashboard.";

/** Design object of a request; `checkDesignJson` checks its keys. */
const design = z.record(z.string(), z.unknown());

/** Body of `POST /templates`, with locations at the top level. */
const createRequest = z
  .object({
    name: z.string().min(1),
    type: z.enum(TEMPLATE_TYPES),
    pass: design.optional(),
    locations: z.array(z.record(z.string(), z.unknown())).min(1).optional(),
  })
  .strict();

/** Body of `PATCH /templates/{id}`, with locations inside `pass`. */
const changeRequest = z
  .object({ name: z.string().min(1).optional(), pass: design.optional() })
  .strict();

const duplicateRequest = z.object({ name: z.string().min(1) }).strict();
const notificationRequest = z
  .object({ title: z.string().min(1), content: z.string().min(1) })
  .strict();

/** `POST /templates`. */
export function postTemplate(
  client: ServiceClient,
  body: z.input<typeof createRequest>,
  retry: Retry,
): Promise<Template> {
  return client.call({
    method: 'POST',
    path: '/templates',
    json: outgoing(createRequest, body),
    retry,
    parser: templateSchema,
  });
}

/** `PATCH /templates/{id}`: merges objects inside `pass`, replaces whole lists. */
export function patchTemplate(
  client: ServiceClient,
  templateId: string,
  body: z.input<typeof changeRequest>,
  retry: Retry,
): Promise<Template> {
  return client
    .call({
      method: 'PATCH',
      path: path`/templates/${templateId}`,
      json: outgoing(changeRequest, body),
      retry,
      canBeMissing: ['resource'],
      parser: templateSchema,
    })
    .catch(unknownTemplate(templateId));
}

/** `POST /templates/{id}/duplicate`. */
export function duplicateTemplate(
  client: ServiceClient,
  templateId: string,
  name: string,
  retry: Retry,
): Promise<Template> {
  return client
    .call({
      method: 'POST',
      path: path`/templates/${templateId}/duplicate`,
      json: outgoing(duplicateRequest, { name }),
      retry,
      canBeMissing: ['resource'],
      parser: templateSchema,
    })
    .catch(unknownTemplate(templateId));
}

/** `DELETE /templates/{id}`; `force` also voids its passes permanently. */
export function deleteTemplate(
  client: ServiceClient,
  templateId: string,
  force: boolean,
  retry: Retry,
): Promise<void> {
  return client
    .call({
      method: 'DELETE',
      path: path`/templates/${templateId}`,
      query: { force: force || undefined },
      retry,
      canBeMissing: ['resource'],
      notFoundMeansDeleted: true,
      parser: nothing,
    })
    .catch(unknownTemplate(templateId));
}

/** `POST /template/{id}/notification` (singular): reaches every holder. */
export function notifyTemplate(
  client: ServiceClient,
  templateId: string,
  message: { title: string; content: string },
  retry: Retry,
): Promise<unknown> {
  return client
    .call({
      method: 'POST',
      path: path`/template/${templateId}/notification`,
      json: outgoing(notificationRequest, message),
      retry,
      canBeMissing: ['resource'],
      parser: z.unknown(),
    })
    .catch(unknownTemplate(templateId));
}

/** For `.catch`: maps 404 to "unknown template". */
export function unknownTemplate(templateId: string): (thrown: unknown) => never {
  return notFound(TEMPLATE, templateId);
}

const TEMPLATE = {
  noun: 'Template',
  field: 'templateId',
  hint: "Choose the template again in 'Template'. It may have been deleted, or belong to a different account than the API key.",
};
