import type { INodeProperties } from 'n8n-workflow';

import type { TemplateFeature } from '../../../shared/fields';
import { type Control, forBuilders } from './control';
import { type LocatorTexts, collectId, locator } from './locator';
import { templateMethodNames } from './methodNames';

/** One template, e.g. of those that support a feature. */
export const templateRef: Control<'templateRef'> = {
  properties: (name, field) => [templateLocator(name, field)],
  collect: collectId,
};

/** One template inside a list of entries, where n8n's locators cannot search. */
export const templateDropdown: Control<'templateRef'> = {
  properties: (name, { description }) => [
    {
      displayName: 'Template Name or ID',
      name,
      type: 'options',
      typeOptions: { loadOptionsMethod: templateMethodNames().getTemplates },
      default: '',
      required: true,
      ...forBuilders('Required'),
      description:
        'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      ...(description === undefined ? {} : { hint: description }),
    },
  ],
  collect: (item, key) => item.value(key),
};

/** Several templates; a locator holds only one. */
export const templateRefs: Control<'templateRefs'> = {
  properties: (name, { label, description, requiresFeature: feature }) => [
    {
      displayName: label,
      name,
      type: 'multiOptions',
      typeOptions: { loadOptionsMethod: templateMethodNames(feature).getTemplates },
      default: [],
      description:
        'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
      ...(description ? { hint: description } : {}),
    },
  ],
  collect: (item, key) => item.value(key),
};

/** Locator for one template. */
export function templateLocator(
  name: string,
  texts: LocatorTexts & { requiresFeature?: TemplateFeature },
): INodeProperties {
  return locator(name, texts, {
    noun: 'template',
    searchListMethod: templateMethodNames(texts.requiresFeature).searchTemplates,
    exampleId: 'tpl_8c2e91',
  });
}
