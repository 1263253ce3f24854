/** Calls to the template endpoints. */

import { z } from 'zod';

import type { DesignBody } from '../design/changes';
import { ServiceError } from '../errors/serviceError';
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
import { assertListEnds, incompleteList, neverEnds } from './listEnd';
import { exceedsTimeLimit } from './timeLimit';
import { notFound } from './notFound';
import { assertChanged, assertNew } from './sameObject';

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

/**
 * Cursor of the next page; `undefined` on the last page.
 * @param read how many templates have been read
 * @throws {ServiceError} if there are more templates, and nothing says how to get them
 */
export function nextCursor(
  { has_more: hasMore, next_cursor: cursor, total_count: total }: TemplatePage,
  read: number,
): string | undefined {
  if (hasMore === false) return undefined;
  if (hasMore && !cursor) throw incompleteList('templates', read, total ?? undefined);
  return cursor ?? undefined;
}

/** A page may be empty although others follow, but not many of them. */
const MAX_EMPTY_PAGES = 4;

/**
 * All templates of the account, each once, newest first.
 * @throws {ServiceError} also if the list does not end, has another page that cannot be requested, or lacks templates
 *   that the service counts
 */
export async function* listTemplates(
  client: ServiceClient,
): AsyncGenerator<Template, void, undefined> {
  let cursor: string | undefined;
  const cursors = new Set<string>();
  const ids = new Set<string>();
  let read = 0;
  let emptyPages = 0;
  // That of the first page: a template that is created meanwhile is above it.
  let total: number | undefined;
  for (;;) {
    const page = await listTemplatePage(client, cursor).catch(
      exceedsTimeLimit(client, { nouns: 'templates', read, total, hint: USE_THE_ID }),
    );
    read += page.data.length;
    total ??= page.total_count ?? undefined;
    assertListEnds(read, 'templates');
    for (const template of page.data) {
      if (ids.has(template.id)) continue;
      ids.add(template.id);
      yield template;
    }
    cursor = nextCursor(page, ids.size);
    if (cursor === undefined) {
      if (ids.size < (total ?? 0)) throw incompleteList('templates', ids.size, total);
      return;
    }
    emptyPages = page.data.length === 0 ? emptyPages + 1 : 0;
    if (cursors.has(cursor) || emptyPages > MAX_EMPTY_PAGES) throw neverEnds('templates', read);
    cursors.add(cursor);
  }
}

/** The first templates of {@link listTemplates} that are wanted; by default all. */
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
  /** Here at the top level; a change has them inside `pass`. */
  locations?: Record<string, unknown>[];
}

/** `POST /templates`. */
export function postTemplate(client: ServiceClient, body: NewTemplate): Promise<Template> {
  return client.call({ ...endpoint('POST /templates'), json: body, schema: templateSchema });
}

/** `PATCH /templates/{id}`: merges objects inside `pass`, replaces whole lists. */
export async function patchTemplate(
  client: ServiceClient,
  templateId: string,
  body: { name?: string; pass?: DesignBody },
): Promise<Template> {
  const changed = await client
    .call({
      ...endpoint('PATCH /templates/{id}', templateId),
      json: body,
      schema: templateSchema,
    })
    .catch(unknownTemplate(templateId));
  assertChanged('template', templateId, changed.id);
  return changed;
}

/** `POST /templates/{id}/duplicate`. */
export async function duplicateTemplate(
  client: ServiceClient,
  templateId: string,
  name: string,
): Promise<Template> {
  const copy = await client
    .call({
      ...endpoint('POST /templates/{id}/duplicate', templateId),
      json: { name },
      schema: templateSchema,
    })
    .catch(unknownTemplate(templateId));
  assertNew(templateId, copy.id);
  return copy;
}

/** `DELETE /templates/{id}`; `force` also voids its passes permanently. */
export function deleteTemplate(
  client: ServiceClient,
  templateId: string,
  force: boolean,
): Promise<void> {
  return client
    .call({
      ...endpoint('DELETE /templates/{id}', templateId),
      query: { force: force || undefined },
      schema: nothing,
    })
    .catch(unknownTemplate(templateId));
}

/**
 * `POST /template/{id}/notification` (singular): reaches every holder.
 * @throws {ServiceError} `outcomeUnknown` also if the response, which is not documented, says that something went wrong
 */
export async function notifyTemplate(
  client: ServiceClient,
  templateId: string,
  message: { title: string; content: string },
): Promise<void> {
  const body = await client
    .call({
      ...endpoint('POST /template/{templateId}/notification', templateId),
      json: message,
      schema: z.unknown(),
    })
    .catch(unknownTemplate(templateId));
  if (!isRecord(body) || (body.success !== false && !body.error)) return;
  const reason = typeof body.error === 'string' ? body.error : 'no reason given';
  throw new ServiceError({
    kind: 'outcomeUnknown',
    status: 200,
    message: `Unknown result: the service may not have sent the message (${reason})`,
    hint: 'Check the dashboard before running this again: every holder could get it twice.',
    safeToRepeat: false,
  });
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
