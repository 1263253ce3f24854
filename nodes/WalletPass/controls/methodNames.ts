/** Names under `methods` of the nodes: parameters refer to list searches and load options by name. */

import type { RefTarget, TemplateFeature } from '../../../shared/fields';
import { capitalized } from '../../../shared/service/wording';

/** Name of the list search for a kind of object, e.g. `searchBadgeHolder`. */
export function listSearchName(target: RefTarget): string {
  return `search${capitalized(target)}`;
}

/** Names of the methods that list templates and passes, e.g. `searchStampCardTemplates`. */
export function templateMethodNames(feature?: TemplateFeature) {
  const prefix = feature === undefined ? '' : capitalized(feature);
  return {
    searchTemplates: `search${prefix}Templates`,
    searchPasses: `search${prefix}Passes`,
    getTemplates: `get${prefix}Templates`,
  };
}
