import * as field from '../../fields';
import { checkAll, invalidInput } from '../../errors/serviceError';
import type { PassRow } from '../../service/schemas';
import type { Output } from '../../fields/output';
import type { Context } from '../context';
import { defineOperation } from '../operation';
import { passPages } from '../../api/passLists';
import { findInTemplates } from './findInTemplates';
import * as inputs from './inputs';
import {
  type ListFilters,
  hasFilters,
  listFilters,
  listMatcher,
  resolveFilterField,
} from './listFilters';
import { rowOutputs } from './output';
import { NOTE_ON_DESIGNER_FIELDS, rowFields, rowSample } from './outputFields';
import { PAGE_SIZE, scanPasses } from '../../api/scanPasses';

export const getAll = defineOperation({
  resource: 'pass',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many passes',
  description:
    'Get many passes of a template or a person, newest first, with status and the field values that the service lists',
  details: `Costs one request per 200 passes; with 'Email or Phone', one search, or two for a formatted phone number that isn't found without formatting. One more request reads the template. ${inputs.ALL_TEMPLATES_DETAILS}`,
  effect: 'read',
  endpoints: ['GET /passes'],
  zapier: {
    kind: 'search',
    key: 'find_passes',
    label: 'Find Passes',
    noun: 'Card',
    description:
      'Finds the passes of a template or a person that match the filters, as line items.',
    intro: NOTE_ON_DESIGNER_FIELDS,
    list: { key: 'passes', label: 'Passes' },
  },
  input: {
    templateId: inputs.searchedTemplate(
      "Only passes of this template. Required, unless 'Email or Phone' is set; then defaults to all, which needs the scope templates.viewAll.",
    ),
    limit: field.limit(),
    ...listFilters,
  },
  output: { returns: 'many', fields: rowFields, sample: rowSample },

  async prepare(context, input) {
    const [, filterField] = await checkAll(
      () => assertNarrow(input),
      () => resolveFilterField(context, input),
    );
    return { ...input, filterField };
  },

  async run(context, { templateId, limit, filterField, ...filters }) {
    const isMatch = listMatcher(filters, filterField, context.client.clock.now());
    const found: Output[] = [];
    for await (const rows of readPages(context, templateId, limit, filters)) {
      const wanted = rows.filter(isMatch).slice(0, limit - found.length);
      // Convert page by page: keeping both forms of a long list would take twice the memory.
      for (const row of await rowOutputs(context, wanted)) found.push(row);
      if (found.length >= limit) break;
    }
    return found;
  },
});

/** Reading every pass of an account would take a request per 200 passes of every template. */
function assertNarrow({ templateId, searchQuery }: ListFilters & { templateId?: string }): void {
  if (templateId !== undefined || searchQuery !== undefined) return;
  throw invalidInput(
    'Template',
    'templateId',
    'is empty',
    "Choose a 'Template', or enter an 'Email or Phone' to search all templates.",
  );
}

/** Reads as few passes as possible, newest first, but all that may match. */
async function* readPages(
  context: Context,
  templateId: string | undefined,
  limit: number,
  filters: ListFilters,
): AsyncGenerator<PassRow[], void, undefined> {
  if (filters.searchQuery !== undefined) {
    yield await findInTemplates(context, templateId, filters.searchQuery);
    return;
  }
  if (templateId === undefined) return;
  // The service documents paging for `status=all` only, so the filters are applied here.
  const pages = scanPasses(passPages(context.client, templateId), {
    pageSize: PAGE_SIZE,
    atMost: hasFilters(filters) ? undefined : limit,
    createdSince: filters.issuedAfter === undefined ? undefined : Date.parse(filters.issuedAfter),
    startAfter: filters.issuedBefore === undefined ? undefined : Date.parse(filters.issuedBefore),
  });
  for await (const { rows } of pages) {
    if (rows.length === 0) await context.templates.assertExists(templateId);
    yield rows;
  }
}
