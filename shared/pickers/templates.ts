import type { TemplateUse } from '../fields';
import type { ServiceClient } from '../http/client';
import { listTemplatePage, nextCursor } from '../api/templates';
import { TEMPLATE_TYPES, TEMPLATE_TYPE_LABELS } from '../service/vocabulary';
import { ownFields, readDesign } from '../service/design';
import type { Template } from '../service/schemas';
import { inWords } from '../service/text';
import type { Choice, PickerPage, PickerQuery } from './picker';
import { choice, uniqueById } from './picker';

/** Most pages looked through for one answer: 5,000 templates. */
const PAGES_PER_ANSWER = 50;

/** A list of templates: all of them, or those that an operation can work with. */
export interface TemplateQuery extends PickerQuery {
  fits?: TemplateUse;
}

/**
 * Templates to choose from by name and type, newest first. A list that leaves some out goes on
 * through the pages until it has found one: an empty page would look like the end.
 * @throws {import('../errors/serviceError').ServiceError} `missingScope` without templates.viewAll
 */
export async function pickTemplates(
  client: ServiceClient,
  { filter, cursor, fits }: TemplateQuery,
): Promise<PickerPage> {
  const wanted = filter?.trim().toLowerCase() ?? '';
  let next = cursor;
  for (let pages = 1; ; pages += 1) {
    const page = await listTemplatePage(client, { cursor: next });
    next = nextCursor(page);
    const found = page.data
      .filter((template) => isFit(template, fits))
      .filter(({ id, name }) => name.toLowerCase().includes(wanted) || id === filter?.trim());
    if (found.length > 0 || next === undefined || pages === PAGES_PER_ANSWER) {
      return { choices: templateChoices(found), cursor: next };
    }
  }
}

/** `Roastery Rewards · Loyalty Card` */
export function templateChoices(templates: readonly Template[]): Choice[] {
  return uniqueById(
    templates.map((template) => choice(template.id, template.name, typeInWords(template))),
  );
}

function typeInWords(template: Template): string {
  if (readDesign(template).stampCount !== undefined) return 'Stamp Card';
  const { type } = template;
  const known = TEMPLATE_TYPES.find((one) => one === type);
  return known ? TEMPLATE_TYPE_LABELS[known] : inWords(type);
}

/** Whether an operation can work with a template; one whose design cannot be read gets the benefit of the doubt. */
export function isFit(template: Template, fits: TemplateUse | undefined): boolean {
  return fits === undefined || FITS[fits](template);
}

const FITS: Record<TemplateUse, (template: Template) => boolean> = {
  stampCard(template) {
    const { readable, stampCount } = readDesign(template);
    return template.type === 'loyalty' && (!readable || stampCount !== undefined);
  },
  balance: ({ type }) => ownFields(type).includes('balance'),
};
