/**
 * Data that the editor loads while a person fills in a node: choices for locators and dropdowns, fields for mappers.
 */

import {
  type ILoadOptionsFunctions,
  type INodeListSearchResult,
  type INodePropertyOptions,
  type ResourceMapperFields,
  isExpression,
} from 'n8n-workflow';

import { readTemplates } from '../../shared/api/templates';
import type { Design } from '../../shared/design/fields';
import { isSendableId } from '../../shared/design/routing';
import { settle } from '../../shared/errors/serviceError';
import { TEMPLATE_LIST_FEATURES, type RefTarget, type TemplateFeature } from '../../shared/fields';
import type { Context } from '../../shared/operations/context';
import { PICKERS } from '../../shared/pickers';
import { pickPasses } from '../../shared/pickers/passes';
import type { Choice, ListPicker } from '../../shared/pickers/picker';
import { pickTemplates, supportsFeature, templateChoices } from '../../shared/pickers/templates';
import { explanations } from '../../shared/run/explanations';
import { listSearchName, templateMethodNames, locatorValue } from './controls/locator';
import { withNodeErrors } from './errors/nodeErrors';
import { htmlLines, shownError } from './errors/shownError';
import { withRunContext } from './transport/runContext';

/** Short, because a person is waiting. If a long run delays the request, the panel shows that. */
const MAX_WAIT_MS = 10_000;

/** Reads data for the panel, within the rate limit that the runs of the account share. */
function inPanel<T>(functions: ILoadOptionsFunctions, read: (context: Context) => Promise<T>) {
  return withRunContext(functions, { maxWaitMs: MAX_WAIT_MS }, read);
}

type ListSearch = (
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
) => Promise<INodeListSearchResult>;

function listSearch(pick: ListPicker, requiresFeature?: TemplateFeature): ListSearch {
  return async function (filter, paginationToken) {
    return await withNodeErrors(this, async () => {
      const templateId = currentValue(this, 'templateId');
      const parents = { templateId, userId: currentValue(this, 'userId') };
      const query = { filter, cursor: paginationToken, timezone: this.getTimezone(), parents };
      const page = await inPanel(this, ({ client }) =>
        pick(client, { ...query, templateId, requiresFeature }),
      );
      return { results: listOptions(page.choices), paginationToken: page.cursor };
    });
  };
}

/**
 * `methods.listSearch`: the lists of locators. Lists of passes show the newest passes of all templates if none is
 * chosen.
 */
export const listSearches: Record<string, ListSearch> = Object.fromEntries([
  ...TEMPLATE_LIST_FEATURES.flatMap((feature) => {
    const { searchTemplates, searchPasses } = templateMethodNames(feature);
    return [
      [searchTemplates, listSearch(pickTemplates, feature)] as const,
      [searchPasses, listSearch(pickPasses, feature)] as const,
    ];
  }),
  ...(Object.keys(PICKERS) as RefTarget[]).map(
    (target) => [listSearchName(target), listSearch(PICKERS[target].pick)] as const,
  ),
]);

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** `methods.loadOptions`: all templates in one list, because dropdowns have no pages. */
export const templateOptions: Record<string, LoadOptions> = Object.fromEntries(
  TEMPLATE_LIST_FEATURES.map((feature) => [
    templateMethodNames(feature).getTemplates,
    async function (this: ILoadOptionsFunctions) {
      return await withNodeErrors(this, async () => {
        const supported = await inPanel(this, ({ client }) =>
          readTemplates(client, (one) => supportsFeature(one, feature)),
        );
        return listOptions(templateChoices(supported));
      });
    },
  ]),
);

/** `methods.resourceMapping`: the fields of the chosen template, with the labels of its design. */
export async function getTemplateFields(
  this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
  return await withNodeErrors(this, async () => {
    const templateId = currentValue(this, 'templateId');
    if (!templateId) return { fields: [], emptyFieldsNotice: CHOOSE_TEMPLATE };
    const { value: design, failure } = await settle(
      inPanel(this, ({ templates }) => templates.design(templateId)),
    );
    if (!failure) return mapperFields(design);
    // The editor shows no error of this method; but without fields, it would remove those that it has.
    if (hasMapperFields(this)) throw failure;
    return {
      fields: [],
      emptyFieldsNotice: htmlLines(explanations(shownError(failure, this.getNode()))),
    };
  });
}

function hasMapperFields(functions: ILoadOptionsFunctions): boolean {
  const mapper = functions.getCurrentNodeParameter('fieldValues') as { schema?: unknown[] } | null;
  return (mapper?.schema ?? []).length > 0;
}

function mapperFields(design: Design | undefined): ResourceMapperFields {
  // n8n itself would lose the value of any other column, or run its ID.
  const sendable = (design?.fields ?? []).filter(({ id }) => isSendableId(id) && !isExpression(id));
  const fields = sendable.map(({ id, label, place }) => ({
    id,
    displayName: neverExpression(label),
    required: false,
    defaultMatch: false,
    canBeUsedToMatch: false,
    display: true,
    removed: place === 'none',
    // No type: with one, n8n would convert values before they can be checked.
  }));
  // With Map Automatically, the editor shows a notice even if there are fields.
  return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice: noFieldsNotice(design) };
}

// The editor never clears a notice, so the text must stay true after a template is chosen.
const CHOOSE_TEMPLATE =
  "The fields come from the template chosen in 'Template'. For an expression, enter values by field ID in Options > More Field Values.";

function noFieldsNotice(design: Design | undefined): string {
  return design
    ? 'The template has no fields'
    : "The fields can't be listed: this API key lacks the scope templates.viewAll, or the design can't be read. Enter values by field ID in Options > More Field Values. Map Automatically finds only fields of the card type.";
}

/** Current value of a parameter; `undefined` for an expression, which only a run can resolve. */
function currentValue(functions: ILoadOptionsFunctions, parameter: string): string | undefined {
  const current = functions.getCurrentNodeParameter(parameter);
  const value = locatorValue(current);
  return typeof value === 'string' && value !== '' && !isExpression(value) ? value : undefined;
}

/**
 * Choices in the form of n8n's lists. n8n stores the ID and the name of a choice in the node, and runs text that begins
 * with `=` as an expression: somebody could enter an expression as a name in a sign-up form.
 */
function listOptions(choices: readonly Choice[]): (INodePropertyOptions & { value: string })[] {
  return choices
    .filter(({ id }) => !isExpression(id))
    .map(({ id, label }) => ({ name: neverExpression(label), value: id }));
}

/** A name for n8n to store; in quotes if n8n would run it. */
function neverExpression(name: string): string {
  return isExpression(name) ? `'${name}'` : name;
}
