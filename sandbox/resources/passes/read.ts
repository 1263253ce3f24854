import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';

import { PASS_LIST_STATUSES, PASS_TYPE_FIELDS } from '../../../shared/service/vocabulary';
import { badRequest, notAuthorized, passNotFound } from '../../errors';
import { endpoint, type Endpoint } from '../../http/endpoint';
import type { Pass } from '../../state/entities';
import { ownTemplate } from '../templates/template';
import { localeCode, requiredText, wholeNumber } from '../validate';
import { designFieldIds, shownValue } from './fieldValues';
import { deviceCount, findPass, identity, isIdentified, passLinks } from './pass';

/** Links and install state of a pass or a group, no values. */
const readPass = endpoint('GET /pass', {
  scopes: ['passes.viewAll'],
  query: z.object({
    ...identity,
    locale: localeCode.default('en'),
    includeTemplate: z.string().optional(),
  }),
  handle: ({ state, account, query }) => {
    if (!isIdentified(query)) {
      throw badRequest('Identify the pass to read with id, or with externalId and templateId.');
    }
    const group = query.id === undefined ? undefined : state.groups.get(query.id);
    const pass = group === undefined ? findPass(state, query) : undefined;
    const found = group ?? pass;
    if (found === undefined) throw passNotFound();
    if (found.accountId !== account.id) throw notAuthorized();
    const passes = group ? state.passesOf(group) : [pass as Pass];
    const template = state.liveTemplate(passes[0]?.templateId ?? '');
    return {
      ...passLinks(state, passes, group, query.locale),
      deviceCount: passes.reduce((sum, one) => sum + deviceCount(one), 0),
      ...(query.includeTemplate === 'true' &&
        template && {
          template: {
            name: template.name,
            backgroundColor: template.design.backgroundColor,
            logo: template.design.logo,
          },
        }),
    };
  },
});

const listStatus = z.enum(PASS_LIST_STATUSES).default('all');
const hasStatus = (status: z.output<typeof listStatus>) => (pass: Pass) =>
  status === 'all' || deviceCount(pass) > 0 === (status === 'installed');

/** One item of the pass list and of search results. Absent values are omitted. */
function listItem(pass: Pass) {
  const { id, templateId, externalId, email, templateFields, collectedStamps, isValid } = pass;
  const { created, updated } = pass;
  return {
    ...{ id, templateId, externalId, email, templateFields, collectedStamps, isValid },
    ...{ deviceCount: deviceCount(pass), created, updated },
  };
}

/**
 * A template's passes, newest first; without `limit`, all. `status` filters the page after paging, so a
 * filtered page may be short before the end; `totalCount` counts the template's passes regardless of `status`.
 */
const listPasses = endpoint('GET /passes', {
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
const searchPasses = endpoint('GET /passes/search', {
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

/** Fields that can contain the holder's name; the first match is used. */
const NAME_FIELDS = ['accountName', 'ticketHolderName', 'memberName', 'name'];

/**
 * CSV with a header row and one row per pass, newest first: name, email, phone, redemption value, the stamp count
 * of a loyalty card, then the type's own fields, the design's, and the dates. A field named like one of the first
 * columns becomes a second column with that name.
 */
const exportPasses = endpoint('GET /passes/export', {
  scopes: ['members.export'],
  query: z.object({ templateId: requiredText, status: listStatus }),
  handle: (call) => {
    const template = ownTemplate(call, call.query.templateId);
    const { type, design } = template;
    const own = [...PASS_TYPE_FIELDS[type], ...designFieldIds(design), 'validFrom', 'validUntil'];
    const fields = [...new Set(own)];
    const stamps = type === 'loyalty' ? ['collectedStamps' as const] : [];
    const passes = call.state.passes.newestFirst(template.id).filter(hasStatus(call.query.status));
    const rows = passes.map((pass) => {
      const names = NAME_FIELDS.map((id) => shownValue(template, pass, id));
      return [
        ...[names.find((name) => name !== undefined), pass.email, pass.phone, pass.redemptionValue],
        ...stamps.map((key) => pass[key]),
        ...fields.map((id) => shownValue(template, pass, id)),
      ];
    });
    const header = ['name', 'email', 'phone', 'redemptionValue', ...stamps, ...fields];
    return new Response(stringify([header, ...rows]), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="passes.csv"',
      },
    });
  },
});

/** Endpoints that read passes. */
export const readEndpoints: readonly Endpoint[] = [
  readPass,
  listPasses,
  searchPasses,
  exportPasses,
];
