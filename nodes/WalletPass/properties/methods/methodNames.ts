import type { RefTarget, TemplateUse } from '../../../../shared/fields';

/** Names under `methods` of the nodes: parameters refer to list searches and load options by name. */

/** Name of the list search for a kind of object, e.g. `searchBadgeHolder`. */
export function listSearchName(target: RefTarget): string {
  return `search${capitalized(target)}`;
}

/** Names of the methods that list templates and passes, e.g. `searchStampCardTemplates`. */
export function templateMethodNames(use?: TemplateUse) {
  const prefix = use === undefined ? '' : capitalized(use);
  return {
    searchTemplates: `search${prefix}Templates`,
    searchPasses: `search${prefix}Passes`,
    getTemplates: `get${prefix}Templates`,
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
