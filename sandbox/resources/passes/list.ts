import { z } from 'zod';

import { PASS_LIST_STATUSES } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import type { Pass } from '../../state/entities';
import type { State } from '../../state/state';
import { ownTemplate } from '../templates/find';
import { parse, requiredText } from '../validate';
import { deviceCount, listItem } from './views';

const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

export const listStatus = z.enum(PASS_LIST_STATUSES).default('all');

export const listInput = z.object({
  templateId: requiredText,
  limit: wholeNumber.refine((limit) => limit >= 1, 'must be at least 1').optional(),
  startAfter: wholeNumber.optional(),
  status: listStatus,
});

/**
 * `GET /passes`: a template's passes, newest first. Without `limit`, returns all.
 * `status` filters the page after paging, so a filtered page may be short before the end; `totalCount`
 * counts the template's passes regardless of `status`.
 * @throws ServiceError 400 bad query, 403 scope, 404 template missing or foreign
 */
export function listPasses(state: State, caller: Caller, query: unknown) {
  requireScope(caller, 'passes.viewAll');
  const input = parse(listInput, query);
  const template = ownTemplate(state, caller, input.templateId);
  const limit = Math.min(input.limit ?? Infinity, state.pageCap ?? Infinity);
  const page = state.passes.newestFirst(template.id, input.startAfter, limit);
  return {
    passes: page.filter(hasStatus(input.status)).map(listItem),
    totalCount: state.passes.count(template.id),
  };
}

/** The filter of the `status` parameter. */
export function hasStatus(status: z.output<typeof listStatus>): (pass: Pass) => boolean {
  if (status === 'all') return () => true;
  return (pass) => deviceCount(pass) > 0 === (status === 'installed');
}

export const searchInput = z.object({ templateId: requiredText, searchQuery: requiredText });

/**
 * `GET /passes/search`: the template's passes whose email or phone equals `searchQuery` exactly,
 * newest first, as a bare list. Emails are stored in lower case.
 * @throws ServiceError 400 bad query, 403 scope, 404 template missing or foreign
 */
export function searchPasses(state: State, caller: Caller, query: unknown) {
  requireScope(caller, 'passes.viewAll');
  const input = parse(searchInput, query);
  const template = ownTemplate(state, caller, input.templateId);
  return state.passes.findByContact(template.id, input.searchQuery).map(listItem);
}
