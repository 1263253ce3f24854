/**
 * Controls to choose a template or another object from the dropdown of a hidden trigger, and the keys of those
 * triggers.
 */

import type { PlainInputField } from 'zapier-platform-core';

import type { InputFields, TemplateFeature, RefTarget } from '../../shared/fields';
import { zapierOperations } from '../catalog';
import { valueControl } from './control';

/** One template. */
export const templateRef = valueControl<'templateRef'>(({ requiresFeature }, inputs) =>
  templateDropdown(requiresFeature, inputs),
);

/** Several templates, by their IDs. */
export const templateRefs = valueControl<'templateRefs'>(() => ({ type: 'string', list: true }));

/** A dropdown of templates. A form with inputs for the fields of the template changes with the choice. */
export function templateDropdown(
  feature: TemplateFeature | undefined,
  inputs: InputFields,
): Partial<PlainInputField> {
  return {
    ...dropdown(`${templateListKeys(feature).templates}.id.name`, 'find_template'),
    ...(hasTemplateFields(inputs) ? { altersDynamicFields: true } : {}),
  };
}

/** Whether a form has inputs for the fields of the chosen template. */
export function hasTemplateFields(inputs: InputFields): boolean {
  return Object.values(inputs).some(({ kind }) => kind === 'fieldValues');
}

/** Another object of the service, e.g. a badge holder. */
export const ref = valueControl<'ref'>(({ of }) =>
  dropdown(`${refListKey(of)}.id.name`, `find_${snakeCase(of)}`),
);

/**
 * Zapier's dynamic dropdown for an ID, with a search or a custom value as alternatives.
 * @param choices the hidden trigger that lists the choices, and its fields for ID and text
 * @param search key of the search that finds the ID; offered if the app has it
 */
export function dropdown(choices: string, search: string): Partial<PlainInputField> {
  const isDeclared = zapierOperations('search').some(({ zapier }) => zapier.key === search);
  return { type: 'string', dynamic: choices, ...(isDeclared ? { search: `${search}.id` } : {}) };
}

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
function snakeCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
