import type {
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodePropertyOptions,
  ResourceMapperFields,
} from 'n8n-workflow';

import type { ServiceClient } from '../../../shared/http/client';
import type { Design } from '../../../shared/service/design';
import { listTemplates } from '../../../shared/api/templates';
import { TEMPLATE_USES } from '../../../shared/fields';
import type { RefTarget, TemplateUse } from '../../../shared/fields';
import { PICKERS } from '../../../shared/pickers';
import { pickPasses } from '../../../shared/pickers/passes';
import type { PickerPage, PickerQuery } from '../../../shared/pickers/picker';
import { supportsUse, pickTemplates, templateChoices } from '../../../shared/pickers/templates';
import type { Template } from '../../../shared/service/schemas';
import { connect } from '../transport/connection';
import { nodeError } from '../errors/nodeErrors';
import { isLocator, listSearchName, templateListNames } from './locators';

/** What the editor asks for while a person fills in the node: lists to choose from, field columns. */

type ListSearch = (
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** A list search over a shared picker, which may ask what is chosen in other parameters. */
function listSearch(
  pick: (
    client: ServiceClient,
    query: PickerQuery,
    chosenIn: (parameter: string) => string | undefined,
  ) => Promise<PickerPage>,
): ListSearch {
  return async function (filter, paginationToken) {
    return await asNodeError(this, async () => {
      const query = { filter, cursor: paginationToken, timezone: this.getTimezone() };
      const { client } = await connect(this);
      const page = await pick(client, query, (name) => chosen(this, name));
      return {
        results: page.choices.map(({ id, label }) => ({ name: label, value: id })),
        paginationToken: page.cursor,
      };
    });
  };
}

/** All templates, then those that some operation can work with. */
const LISTS = [undefined, ...TEMPLATE_USES];

export const templateSearches: Record<string, ListSearch> = Object.fromEntries(
  LISTS.map((fits) => [
    templateListNames(fits).searchTemplates,
    listSearch((client, query) => pickTemplates(client, { ...query, fits })),
  ]),
);

export const passSearches: Record<string, ListSearch> = Object.fromEntries(
  LISTS.map((fits) => [
    templateListNames(fits).searchPasses,
    listSearch((client, query, chosenIn) =>
      pickPasses(client, { ...query, fits, templateId: chosenIn('templateId') }),
    ),
  ]),
);

/** One list search for everything a `ref` may point at, by the name its locators use. */
export const refSearches: Record<string, ListSearch> = Object.fromEntries(
  (Object.keys(PICKERS) as RefTarget[]).map((target) => [
    listSearchName(target),
    listSearch((client, query, chosenIn) =>
      PICKERS[target].pick(client, { ...query, parents: { userId: chosenIn('userId') } }),
    ),
  ]),
);

/** The same templates for dropdowns, which are given all of them at once. */
export const templateOptions: Record<string, LoadOptions> = Object.fromEntries(
  LISTS.map((fits) => [templateListNames(fits).getTemplates, templateLoader(fits)]),
);

type LoadOptions = (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>;

function templateLoader(fits: TemplateUse | undefined): LoadOptions {
  return async function () {
    return await asNodeError(this, async () => {
      const found: Template[] = [];
      const { client } = await connect(this);
      for await (const template of listTemplates(client)) {
        if (supportsUse(template, fits)) found.push(template);
      }
      return templateChoices(found).map(({ id, label }) => ({ name: label, value: id }));
    });
  };
}

/** The columns of the field mapper: the fields of the chosen template, labelled as designed. */
export async function getTemplateFields(
  this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
  return await asNodeError(this, async () => {
    const templateId = chosen(this, 'templateId');
    if (!templateId) return { fields: [], emptyFieldsNotice: CHOOSE_TEMPLATE };
    const { templates } = await connect(this);
    const design = await templates.design(templateId);
    const fields = (design?.fields ?? []).map(({ id, label, place }) => ({
      id,
      displayName: label,
      required: false,
      defaultMatch: false,
      canBeUsedToMatch: false,
      display: true,
      removed: place === 'none',
      // No type: with one, n8n would convert values before they can be checked.
    }));
    // The editor shows a notice whenever one is set: beside Map Automatically even if there are fields.
    return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice: whyNoFields(design) };
  });
}

// The editor never clears a notice, so this one stays true once a template is chosen.
const CHOOSE_TEMPLATE =
  "The fields come from the template chosen in 'Template'. Without one, give values by field ID in Options, 'More Field Values'.";

function whyNoFields(design: Design | undefined): string {
  const byId = "Map automatically, or give values by field ID in Options, 'More Field Values'.";
  if (!design) {
    return `This API key lacks the scope templates.viewAll, so the fields cannot be listed. ${byId}`;
  }
  return design.readable
    ? 'The template has no fields'
    : `The design of this template cannot be read. ${byId}`;
}

/** An expression that only a run can resolve counts as no choice. */
function chosen(context: ILoadOptionsFunctions, parameter: string): string | undefined {
  const given = context.getCurrentNodeParameter(parameter);
  const value = isLocator(given) ? given.value : given;
  return typeof value === 'string' && value !== '' && !value.startsWith('=') ? value : undefined;
}

/** Shows the missing scope instead of an empty list; a typed ID still works. */
async function asNodeError<T>(context: ILoadOptionsFunctions, work: () => Promise<T>): Promise<T> {
  const done = await work().then(
    (value) => ({ value }),
    (thrown: unknown) => ({ error: nodeError(context.getNode(), thrown) }),
  );
  if ('error' in done) throw done.error;
  return done.value;
}
