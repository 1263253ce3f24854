/** Calls to the template endpoints. */

import { z } from 'zod';

import type { DesignBody } from '../design/changes';
import { ServiceError, invalidInput } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import { isRecord } from '../runtime/records';
import {
  nothing,
  templatePageSchema,
  templateSchema,
  type Template,
  type TemplatePage,
} from '../service/schemas';
import { LIMITS, type TemplateType } from '../service/vocabulary';
import { endpoint } from './endpoints';
import { assertListEnds, exceedsTimeLimit } from './listBounds';

/**
 * `GET /templates/{id}`.
 * @throws {ServiceError} `notFound`, ...
 */
export async function getTemplate(client: ServiceClient, templateId: string): Promise<Template> {
  // An empty ID would address the list of templates.
  if (templateId === '')
    throw invalidInput('Template', 'templateId', 'is empty', 'Choose a template.');
  return await client.call({
    ...endpoint('GET /templates/{id}', templateId),
    schema: templateSchema,
  });
}

/** One page of `GET /templates`, newest first. */
export function listTemplatePage(
  client: ServiceClient,
  cursor: string | undefined,
): Promise<TemplatePage> {
  return client.call({
    ...endpoint('GET /templates'),
    query: { limit: LIMITS.templatePageMax, starting_after: cursor },
    schema: templatePageSchema,
  });
}

/** Cursor of the next page; `undefined` on the last page. */
export function nextCursor({ has_more: hasMore, next_cursor: cursor }: TemplatePage) {
  return hasMore && cursor ? cursor : undefined;
}

/**
 * All templates of the account, newest first.
 * @throws {ServiceError} also if the list is longer than any real list
 */
export async function* listTemplates(
  client: ServiceClient,
): AsyncGenerator<Template, void, undefined> {
  let cursor: string | undefined;
  let read = 0;
  // The total of the first page, because templates that are created in the meantime are above it.
  let total: number | undefined;
  do {
    const page = await listTemplatePage(client, cursor).catch(
      exceedsTimeLimit(client, { nouns: 'templates', read, total, fix: USE_THE_ID }),
    );
    read += page.data.length;
    total ??= page.total_count;
    assertListEnds(read, 'templates');
    yield* page.data;
    cursor = nextCursor(page);
  } while (cursor !== undefined);
}

/** The first templates of {@link listTemplates} that match; by default all. */
export async function readTemplates(
  client: ServiceClient,
  isWanted: (template: Template) => boolean = () => true,
  atMost = Infinity,
): Promise<Template[]> {
  const found: Template[] = [];
  for await (const template of listTemplates(client)) {
    if (isWanted(template)) found.push(template);
    if (found.length >= atMost) break;
  }
  return found;
}

const USE_THE_ID =
  "Use the template's ID instead of its name: choose the template from the list, or copy its ID from the dashboard.";

interface NewTemplate {
  name: string;
  type: TemplateType;
  pass?: DesignBody;
  /** In this request, they are at the top level; a change has them inside `pass`. */
  locations?: Record<string, unknown>[];
}

/** `POST /templates`. */
export function postTemplate(client: ServiceClient, body: NewTemplate): Promise<Template> {
  return client.call({ ...endpoint('POST /templates'), json: body, schema: templateSchema });
}

/** `PATCH /templates/{id}`: merges objects inside `pass`, replaces whole lists. */
export function patchTemplate(
  client: ServiceClient,
  templateId: string,
  body: { name?: string; pass?: DesignBody },
): Promise<Template> {
  return client.call({
    ...endpoint('PATCH /templates/{id}', templateId),
    json: body,
    schema: templateSchema,
  });
}

/** `POST /templates/{id}/duplicate`. */
export function duplicateTemplate(
  client: ServiceClient,
  templateId: string,
  name: string,
): Promise<Template> {
  return client.call({
    ...endpoint('POST /templates/{id}/duplicate', templateId),
    json: { name },
    schema: templateSchema,
  });
}

/** `DELETE /templates/{id}`; `force` also voids its passes permanently. */
export function deleteTemplate(
  client: ServiceClient,
  templateId: string,
  force: boolean,
): Promise<void> {
  return client.call({
    ...endpoint('DELETE /templates/{id}', templateId),
    query: { force: force || undefined },
    schema: nothing,
  });
}

/**
 * `POST /template/{id}/notification` (singular): reaches every holder.
 * @throws {ServiceError} `outcomeUnknown` also if the response, which is not documented, reports a problem
 */
export async function notifyTemplate(
  client: ServiceClient,
  templateId: string,
  message: { title: string; content: string },
): Promise<void> {
  const body = await client.call({
    ...endpoint('POST /template/{templateId}/notification', templateId),
    json: message,
    schema: z.unknown(),
  });
  if (!isRecord(body) || (body.success !== false && !body.error)) return;
  const reason = typeof body.error === 'string' ? body.error : 'no reason given';
  throw new ServiceError({
    kind: 'outcomeUnknown',
    status: 200,
    message: `Unknown result: the service may not have sent the message (${reason})`,
    fix: 'Check the dashboard before running this again: every holder could get it twice.',
    safeToRepeat: false,
  });
}
