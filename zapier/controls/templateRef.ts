import type { PlainInputField } from 'zapier-platform-core';

import type { InputFields, TemplateFeature } from '../../shared/fields';
import { valueControl } from './control';
import { dropdown } from './dropdown';
import { templateListKeys } from './listKeys';

/** One template. */
export const templateRef = valueControl<'templateRef'>(({ requiresFeature }, inputs) =>
  templateDropdown(requiresFeature, inputs),
);

/** Several templates, by their IDs. */
export const templateRefs = valueControl<'templateRefs'>(() => ({ type: 'string', list: true }));

/** A dropdown of templates; a form with inputs for the fields of the template changes with the choice. */
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
