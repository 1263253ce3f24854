import type { TemplateFeature } from '../fields';
import { listTemplatePage, nextCursor } from '../api/templates';
import { TEMPLATE_TYPE_LABELS } from '../service/labels';
import { TEMPLATE_TYPES } from '../service/vocabulary';
import { knownDesign, passTypeFieldIds, readDesign } from '../design/fields';
import type { Template } from '../service/schemas';
import { inWords } from '../service/wording';
import { type Choice, type ListPicker, choice, filterChoices, withUniqueLabels } from './picker';

/** Maximum number of pages read for one query: 5,000 templates. */
const MAX_PAGES_PER_QUERY = 50;

/**
 * Templates by name and type, newest first. Reads further pages until a page has a match, because an empty page would
 * look like the end of the list.
 * @throws {import('../errors/serviceError').ServiceError} `missingScope` without templates.viewAll
 */
export const pickTemplates: ListPicker = async (client, { filter, cursor, requiresFeature }) => {
  let next = cursor;
  for (let pages = 1; ; pages += 1) {
    const page = await listTemplatePage(client, next);
    next = nextCursor(page);
    const supported = page.data.filter((template) => supportsFeature(template, requiresFeature));
    const choices = filterChoices(templateChoices(supported), filter);
    if (choices.length > 0 || next === undefined || pages === MAX_PAGES_PER_QUERY) {
      return { choices, cursor: next };
    }
  }
};

/** Choices labeled e.g. `Roastery Rewards · Loyalty Card`. */
export function templateChoices(templates: readonly Template[]): Choice[] {
  return withUniqueLabels(
    templates.map((template) => choice(template.id, template.name, typeLabel(template))),
  );
}

function typeLabel(template: Template): string {
  if (readDesign(template).stampCount !== undefined) return 'Stamp Card';
  const { type } = template;
  const known = TEMPLATE_TYPES.find((known) => known === type);
  return known ? TEMPLATE_TYPE_LABELS[known] : inWords(type);
}

/** Whether the template supports the use; true if its design cannot be read. */
export function supportsFeature(template: Template, feature: TemplateFeature | undefined): boolean {
  return feature === undefined || SUPPORTS[feature](template);
}

const SUPPORTS: Record<TemplateFeature, (template: Template) => boolean> = {
  stampCard(template) {
    const design = knownDesign(template);
    const mayBeOne = !design || design.stampCount !== undefined;
    return template.type === 'loyalty' && mayBeOne;
  },
  balance: ({ type }) => passTypeFieldIds(type).includes('balance'),
};
