import { TEMPLATE_USES } from '../../shared/fields';
import type { TemplateUse } from '../../shared/fields';
import { snakeCase } from './refs';

/** All templates, then those that some operation can work with: a dropdown does not say who asks. */
export const TEMPLATE_LISTS: readonly (TemplateUse | undefined)[] = [undefined, ...TEMPLATE_USES];

/** Keys of the hidden triggers that list templates, and the passes of these. */
export function listKeys(fits: TemplateUse | undefined) {
  const which = fits === undefined ? '' : `${snakeCase(fits)}_`;
  return { templates: `${which}template_list`, passes: `${which}pass_list` };
}
