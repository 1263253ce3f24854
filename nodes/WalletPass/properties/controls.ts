import type { INodeProperties } from 'n8n-workflow';

import type { InputField, InputFields, Section } from '../../../shared/fields';
import { baseProps } from './baseProps';
import { fieldMapper, fieldValuesById } from './fieldValueControls';
import { limitControls } from './limitControls';
import { passControls, refLocator, templateLocator } from './locators';
import { byName } from './options';
import { singleControl } from './singleControl';
import { templateDropdown, templatesDropdown } from './templateDropdowns';
import { fileControls, imageControl } from './uploadControls';

/** Which n8n parameters ask for an input, by its kind. */

/** The collection for the inputs of each section, in display order. Published names: never change them. */
export const COLLECTIONS: Record<
  Section,
  { name: string; displayName: string; placeholder: string }
> = {
  filters: { name: 'filters', displayName: 'Filters', placeholder: 'Add filter' },
  changes: { name: 'updateFields', displayName: 'Update Fields', placeholder: 'Add field' },
  details: { name: 'additionalFields', displayName: 'Additional Fields', placeholder: 'Add field' },
  design: { name: 'design', displayName: 'Design', placeholder: 'Add part of the design' },
  images: { name: 'images', displayName: 'Images', placeholder: 'Add image' },
  options: { name: 'options', displayName: 'Options', placeholder: 'Add option' },
};

/** The parameters that ask for one input: several for a pass, a file or a limit, otherwise one. */
export function controlsOf(key: string, field: InputField): INodeProperties[] {
  switch (field.kind) {
    case 'passRef':
      return passControls(field);
    case 'templateRef':
      return [templateLocator(key, field)];
    case 'templateRefs':
      return [templatesDropdown(key, field)];
    case 'fieldValues':
      return [fieldMapper(key, field)];
    case 'limit':
      return limitControls(key, field);
    case 'list':
      return [listControl(key, field)];
    case 'ref':
      return [refLocator(key, field)];
    case 'file':
      return fileControls(field.description);
    case 'image':
      return [imageControl(baseProps(key, field))];
    default:
      return [singleControl(key, field)];
  }
}

/** Several entries of the same inputs, e.g. rows of a design. */
function listControl(key: string, field: InputField & { kind: 'list' }): INodeProperties {
  return {
    ...baseProps(key, field),
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: `Add ${field.entryLabel}`,
    default: {},
    options: [{ displayName: field.entryLabel, name: 'entry', values: entryControls(field.entry) }],
  };
}

function entryControls(entry: InputFields): INodeProperties[] {
  const direct = Object.entries(entry).filter(([, field]) => field.section === undefined);
  return [
    ...direct.flatMap(([key, field]) => {
      if (field.kind === 'fieldValues')
        return [fieldValuesById(key, field.label, field.description)];
      if (field.kind === 'templateRef') return [templateDropdown(key, field.description)];
      return controlsOf(key, field);
    }),
    ...collectionControls(entry),
  ];
}

/**
 * The collections that hold the optional inputs, so that unset ones are not sent.
 * @param additional parameters of the node itself, by section
 */
export function collectionControls(
  input: InputFields,
  additional: Partial<Record<Section, INodeProperties[]>> = {},
): INodeProperties[] {
  const sections = Object.keys(COLLECTIONS) as Section[];
  return sections.flatMap((section) => {
    const entries = Object.entries(input)
      .filter(([, field]) => field.section === section)
      .flatMap(([key, field]) => controlsOf(key, field))
      .concat(additional[section] ?? []);
    if (entries.length === 0) return [];
    return [
      {
        ...COLLECTIONS[section],
        type: 'collection' as const,
        default: {},
        options: byName(entries, ({ displayName }) => displayName),
      },
    ];
  });
}
