import { z } from 'zod';

import { PASS_LIST_STATUSES } from '../../../shared/service/vocabulary';
import { endpoint } from '../../http/endpoint';
import type { Pass } from '../../state/entities';
import { ownTemplate } from '../templates/find';
import { requiredText, wholeNumber } from '../validate';
import { deviceCount } from './pass';

export const listStatus = z.enum(PASS_LIST_STATUSES).default('all');

/** The filter of the `status` parameter. */
export function hasStatus(status: z.output<typeof listStatus>): (pass: Pass) => boolean {
  if (status === 'all') return () => true;
  return (pass) => deviceCount(pass) > 0 === (status === 'installed');
}

/** One item of the pass list and of search results. Absent values are omitted. */
function listItem(pass: Pass) {
  return {
    id: pass.id,
    templateId: pass.templateId,
    externalId: pass.externalId,
    email: pass.email,
    templateFields: pass.templateFields,
    collectedStamps: pass.collectedStamps,
    isValid: pass.isValid,
    deviceCount: deviceCount(pass),
    created: pass.created,
    updated: pass.updated,
  };
}

/**
 * A template's passes, newest first; without `limit`, all. `status` filters the page after paging, so a
 * filtered page may be short before the end; `totalCount` counts the template's passes regardless of `status`.
 */
export const listPasses = endpoint('GET /passes', {
  scopes: ['passes.viewAll'],
  query: z.object({
    templateId: requiredText,
    limit: wholeNumber.refine((limit) => limit >= 1, 'must be at least 1').optional(),
    startAfter: wholeNumber.optional(),
    status: listStatus,
  }),
  handle: (call) => {
    const { state, query } = call;
    const template = ownTemplate(call, query.templateId);
    const limit = Math.min(query.limit ?? Infinity, state.pageCap ?? Infinity);
    const page = state.passes.newestFirst(template.id, query.startAfter, limit);
    return {
      passes: page.filter(hasStatus(query.status)).map(listItem),
      totalCount: state.passes.count(template.id),
    };
  },
});

/** The template's passes whose email or phone equals `searchQuery` exactly, newest first, as a bare list. */
export const searchPasses = endpoint('GET /passes/search', {
  scopes: ['passes.viewAll'],
  query: z.object({ templateId: requiredText, searchQuery: requiredText }),
  handle: (call) => {
    const { templateId, searchQuery } = call.query;
    const template = ownTemplate(call, templateId);
    return call.state.passes
      .newestFirst(template.id)
      .filter(({ email, phone }) => email === searchQuery || phone === searchQuery)
      .map(listItem);
  },
});
