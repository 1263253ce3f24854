import { z } from 'zod';

import type { ServiceClient } from '../../http/client';
import { path } from '../../http/client';
import { nothing, templatePageSchema, templateSchema } from '../../service/schemas';
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

/** The `pass` object and the rest of a create or change request (spec, Templates). */
export interface TemplateBody {
  name?: string;
  type?: string;
  pass?: Record<string, unknown>;
  /** At the top level when creating, inside `pass` when changing (gap g1). */
  locations?: unknown[];
}

/** `POST /templates`. Not repeated: a second copy would stay. */
export function postTemplate(client: ServiceClient, body: TemplateBody): Promise<Template> {
  return client.call({
    method: 'POST',
    path: '/templates',
    json: body,
    repeat: 'never',
    answer: templateSchema,
  });
}

/** `PATCH /templates/{id}`: objects inside `pass` merge, lists are replaced whole (trap 92). */
export function patchTemplate(
  client: ServiceClient,
  templateId: string,
  body: TemplateBody,
): Promise<Template> {
  return client.call({
    method: 'PATCH',
    path: path`/templates/${templateId}`,
    json: body,
    repeat: 'free',
    answer: templateSchema,
  });
}

/** `POST /templates/{id}/duplicate`. Not repeated: a second copy would stay. */
export function duplicateTemplate(
  client: ServiceClient,
  templateId: string,
  name: string,
): Promise<Template> {
  return client.call({
    method: 'POST',
    path: path`/templates/${templateId}/duplicate`,
    json: { name },
    repeat: 'never',
    answer: templateSchema,
  });
}

/** `DELETE /templates/{id}`; with `force` its passes are voided for good. */
export function deleteTemplate(
  client: ServiceClient,
  templateId: string,
  force: boolean,
): Promise<void> {
  return client.call({
    method: 'DELETE',
    path: path`/templates/${templateId}`,
    query: { force: force || undefined },
    repeat: 'free',
    goneIsDone: true,
    answer: nothing,
  });
}

/** `POST /template/{id}/notification` (singular, trap 10): reaches every holder, never repeated. */
export function notifyTemplate(
  client: ServiceClient,
  templateId: string,
  message: { title: string; content: string },
): Promise<unknown> {
  return client.call({
    method: 'POST',
    path: path`/template/${templateId}/notification`,
    json: message,
    repeat: 'never',
    answer: z.unknown(),
  });
}
