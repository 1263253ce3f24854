/** `methods.listSearch`: one page of choices for a resource locator. */

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { TEMPLATE_LIST_FEATURES, type RefTarget } from '../../../shared/fields';
import type { ServiceClient } from '../../../shared/http/client';
import { PICKERS } from '../../../shared/pickers';
import { pickPasses } from '../../../shared/pickers/passes';
import type { PickerPage, PickerQuery } from '../../../shared/pickers/picker';
import { pickTemplates } from '../../../shared/pickers/templates';
import { createRunContext } from '../transport/runContext';
import { withNodeErrors } from '../errors/nodeErrors';
import { currentValue, listOptions } from './editorContext';
import { listSearchName, templateMethodNames } from '../controls/methodNames';

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
      return {
        results: listOptions(page.choices),
        paginationToken: page.cursor,
      };
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
