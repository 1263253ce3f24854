/** What the editor loads while a person fills in a node: choices for locators and dropdowns, fields for mappers. */

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
import { TEMPLATE_LIST_FEATURES, type RefTarget, type TemplateFeature } from '../../shared/fields';
import type { ServiceClient } from '../../shared/http/client';
import { PICKERS } from '../../shared/pickers';
import { pickPasses } from '../../shared/pickers/passes';
import type { PickerPage, PickerQuery, Choice } from '../../shared/pickers/picker';
import { pickTemplates, supportsFeature, templateChoices } from '../../shared/pickers/templates';
import { listSearchName, templateMethodNames, locatorValue } from './controls/locator';
import { withNodeErrors } from './errors/nodeErrors';
import { createRunContext } from './transport/runContext';

type ListSearch = (
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
) => Promise<INodeListSearchResult>;

/**
 * Makes a list search of a shared picker.
 * @param pick `currentValueOf` returns the current value of another parameter
 */
function listSearch(
  pick: (
    client: ServiceClient,
    query: PickerQuery,
    currentValueOf: (parameter: string) => string | undefined,
  ) => Promise<PickerPage>,
): ListSearch {
  return async function (filter, paginationToken) {
    return await withNodeErrors(this, async () => {
      const query = { filter, cursor: paginationToken, timezone: this.getTimezone() };
      const { client } = await createRunContext(this);
      const page = await pick(client, query, (parameter) => currentValue(this, parameter));
      return { results: listOptions(page.choices), paginationToken: page.cursor };
    });
  };
}

export const templateSearches: Record<string, ListSearch> = Object.fromEntries(
  TEMPLATE_LIST_FEATURES.map((feature) => [
    templateMethodNames(feature).searchTemplates,
    listSearch((client, query) => pickTemplates(client, { ...query, requiresFeature: feature })),
  ]),
);

/** Passes of the template that is chosen in the node, or the newest of all templates. */
export const passSearches: Record<string, ListSearch> = Object.fromEntries(
  TEMPLATE_LIST_FEATURES.map((feature) => [
    templateMethodNames(feature).searchPasses,
    listSearch((client, query, currentValueOf) =>
      pickPasses(client, {
        ...query,
        requiresFeature: feature,
        templateId: currentValueOf('templateId'),
      }),
    ),
  ]),
);

/** One list search for each kind of object that a `ref` input can refer to. */
export const refSearches: Record<string, ListSearch> = Object.fromEntries(
  (Object.keys(PICKERS) as RefTarget[]).map((target) => [
    listSearchName(target),
    listSearch((client, query, currentValueOf) =>
      PICKERS[target].pick(client, {
        ...query,
        parents: { userId: currentValueOf('userId'), templateId: currentValueOf('templateId') },
      }),
    ),
  ]),
);

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

/** `methods.loadOptions`: all templates at once, because dropdowns have no pages. */
export const templateOptions: Record<string, LoadOptions> = Object.fromEntries(
  TEMPLATE_LIST_FEATURES.map((feature) => [
    templateMethodNames(feature).getTemplates,
    templateLoader(feature),
  ]),
);

function templateLoader(feature: TemplateFeature | undefined): LoadOptions {
  return async function () {
    return await withNodeErrors(this, async () => {
      const { client } = await createRunContext(this);
      const supported = await readTemplates(client, (one) => supportsFeature(one, feature));
      return listOptions(templateChoices(supported));
    });
  };
}

/** `methods.resourceMapping`: the fields of the chosen template, with the labels of its design. */
export async function getTemplateFields(
  this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
  return await withNodeErrors(this, async () => {
    const templateId = currentValue(this, 'templateId');
    if (!templateId) return { fields: [], emptyFieldsNotice: CHOOSE_TEMPLATE };
    const { templates } = await createRunContext(this);
    const design = await templates.design(templateId);
    // n8n itself would lose the value of any other column, or run its ID.
    const sendable = (design?.fields ?? []).filter(
      ({ id }) => isSendableId(id) && !isExpression(id),
    );
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
  });
}

// The editor never clears a notice, so the text must stay true after a template is chosen.
const CHOOSE_TEMPLATE =
  "The fields come from the template chosen in 'Template'. For an expression, enter values by field ID in Options > More Field Values.";

function noFieldsNotice(design: Design | undefined): string {
  return design
    ? 'The template has no fields'
    : "The fields can't be listed: this API key lacks the scope templates.viewAll, or the design can't be read. Set 'Template' to By ID, and enter values by field ID in Options > More Field Values. Map Automatically finds only fields of the card type.";
}

/** Current value of a parameter; `undefined` for an expression, which only a run can resolve. */
function currentValue(functions: ILoadOptionsFunctions, parameter: string): string | undefined {
  const current = functions.getCurrentNodeParameter(parameter);
  const value = locatorValue(current);
  return typeof value === 'string' && value !== '' && !isExpression(value) ? value : undefined;
}

/**
 * The choices as n8n's lists have them. n8n stores the ID and the name of what is chosen in the node, and runs text
 * that begins with `=` as an expression: somebody could enter one as their name in a sign-up form.
 */
function listOptions(choices: readonly Choice[]): (INodePropertyOptions & { value: string })[] {
  return choices
    .filter(({ id }) => !isExpression(id))
    .map(({ id, label }) => ({ name: neverExpression(label), value: id }));
}

/** A name that n8n stores; in quotes if n8n would run it. */
function neverExpression(name: string): string {
  return isExpression(name) ? `'${name}'` : name;
}
