import type { INodeProperties } from 'n8n-workflow';

import type { InputField } from '../../../shared/fields';
import { templateMethodNames } from './methods/methodNames';

/** One template inside a list of entries, where n8n's locators cannot search. */
export function templateDropdown(name: string, hint?: string): INodeProperties {
  return {
    displayName: 'Template Name or ID',
    name,
    type: 'options',
    typeOptions: { loadOptionsMethod: templateMethodNames().getTemplates },
    default: '',
    required: true,
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Several templates; a locator holds only one. */
export function templatesDropdown(
  key: string,
  { label, description, requiresFeature: feature }: InputField & { kind: 'templateRefs' },
): INodeProperties {
  return {
    displayName: `${label.replace(/s$/, '')} Names or IDs`,
    name: key,
    type: 'multiOptions',
    typeOptions: { loadOptionsMethod: templateMethodNames(feature).getTemplates },
    default: [],
    description:
      'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    ...(description ? { hint: description } : {}),
  };
}
