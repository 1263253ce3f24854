import { TEMPLATE_USES } from '../../../shared/fields';
import type { RefTarget, TemplateUse } from '../../../shared/fields';

/** All templates, then those for each use: a dropdown does not know which step it belongs to. */
export const TEMPLATE_LISTS: readonly (TemplateUse | undefined)[] = [undefined, ...TEMPLATE_USES];

/** Keys of the hidden triggers that list templates, and the passes of these. */
export function listKeys(fits: TemplateUse | undefined) {
  const which = fits === undefined ? '' : `${snakeCase(fits)}_`;
  return { templates: `${which}template_list`, passes: `${which}pass_list` };
}

/** `badgeHolder` -> `badge_holder_list`, the hidden trigger that fills the dropdown. */
export function refListKey(of: RefTarget): string {
  return `${snakeCase(of)}_list`;
}

export function snakeCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
