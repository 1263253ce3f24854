import { TEMPLATE_USES } from '../../../shared/fields';
import type { RefTarget, TemplateUse } from '../../../shared/fields';

/**
 * One list of templates and one of passes per use, `undefined` for all: a hidden trigger does not know
 * which step its dropdown belongs to.
 */
export const TEMPLATE_LIST_USES: readonly (TemplateUse | undefined)[] = [
  undefined,
  ...TEMPLATE_USES,
];

/** Keys of the hidden triggers that list templates, and passes of such templates. */
export function templateListKeys(use: TemplateUse | undefined) {
  const prefix = use === undefined ? '' : `${snakeCase(use)}_`;
  return { templates: `${prefix}template_list`, passes: `${prefix}pass_list` };
}

/** Key of the hidden trigger that fills a dropdown: `badgeHolder` -> `badge_holder_list`. */
export function refListKey(of: RefTarget): string {
  return `${snakeCase(of)}_list`;
}

/** `badgeHolder` -> `badge_holder` */
export function snakeCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
