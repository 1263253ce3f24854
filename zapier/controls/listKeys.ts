import type { RefTarget, TemplateFeature } from '../../shared/fields';

/** Keys of the hidden triggers that list templates, and passes of such templates. */
export function templateListKeys(feature: TemplateFeature | undefined) {
  const prefix = feature === undefined ? '' : `${snakeCase(feature)}_`;
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
