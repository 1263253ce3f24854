/**
 * Controls to choose a template, a badge or another object from a list, which a method fills (`methods.ts`), or to
 * enter its ID.
 */

import type { INodeProperties } from 'n8n-workflow';

import type { Texts, TemplateFeature, RefTarget } from '../../../shared/fields';
import { PICKERS } from '../../../shared/pickers';
import { capitalized } from '../../../shared/service/wording';
import { forBuilders, type Control } from './control';
import type { ItemParameters } from './itemParameters';

/** The parts of an input that its locator shows. */
type LocatorTexts = Texts & { required: boolean };

/** Source of the choices. */
interface Choices {
  /** Completes "Choose a …". */
  noun: string;
  searchListMethod: string;
  exampleId: string;
}

/** n8n's resource locator: one template, pass or badge, from a list or by its ID. */
export function locator(
  name: string,
  { label, required, description = 'Choose from the list, or enter the ID' }: LocatorTexts,
  { noun, searchListMethod, exampleId }: Choices,
): INodeProperties {
  return {
    displayName: label,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    ...(required ? { required: true, ...forBuilders('Required') } : {}),
    description,
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: `Choose a ${noun}…`,
        typeOptions: { searchListMethod, searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${exampleId}` },
    ],
  };
}

/** The chosen ID. */
export function collectId(item: ItemParameters, key: string): unknown {
  return locatorValue(item.value(key));
}

/** The ID in the object of a resource locator; any other value unchanged. */
export function locatorValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value
    ? value.value
    : value;
}

/** One template, optionally limited to templates that support a feature. */
export const templateRef: Control<'templateRef'> = {
  properties: (name, field) => [templateLocator(name, field)],
  collect: collectId,
};

/** One template inside a list of entries, where n8n's locators cannot search. */
export const templateDropdown: Control<'templateRef'> = {
  properties: (name, { description }) => [
    {
      ...dropdown('Template Name or ID', 'an ID', description),
      name,
      type: 'options',
      default: '',
      required: true,
      ...forBuilders('Required'),
    },
  ],
  collect: (item, key) => item.value(key),
};

/** Several templates; a locator holds only one. */
export const templateRefs: Control<'templateRefs'> = {
  properties: (name, { label, description, requiresFeature: feature }) => [
    {
      ...dropdown(label, 'IDs', description, feature),
      name,
      type: 'multiOptions',
      default: [],
    },
  ],
  collect: (item, key) => item.value(key),
};

/** A dropdown of templates, with the description that n8n prescribes. */
function dropdown(displayName: string, ids: string, hint?: string, feature?: TemplateFeature) {
  return {
    displayName,
    typeOptions: { loadOptionsMethod: templateMethodNames(feature).getTemplates },
    description: `Choose from the list, or specify ${ids} using an <a href="https://docs.n8n.io/code/expressions/">expression</a>`,
    ...(hint === undefined ? {} : { hint }),
  };
}

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

/** Another object of the service, e.g. a badge. */
export const ref: Control<'ref'> = {
  properties: (key, field) => [
    locator(key, field, {
      noun: PICKERS[field.of].noun.toLowerCase(),
      searchListMethod: listSearchName(field.of),
      exampleId: PICKERS[field.of].exampleId ?? '4f1d2a',
    }),
  ],
  collect: collectId,
};

/** Name of the list search for a kind of object, e.g. `searchBadgeHolder`. */
export function listSearchName(target: RefTarget): string {
  return `search${capitalized(target)}`;
}

/** Names of the methods that list templates and passes, e.g. `searchStampCardTemplates`. */
export function templateMethodNames(feature?: TemplateFeature) {
  const prefix = feature === undefined ? '' : capitalized(feature);
  return {
    searchTemplates: `search${prefix}Templates`,
    searchPasses: `search${prefix}Passes`,
    getTemplates: `get${prefix}Templates`,
  };
}
