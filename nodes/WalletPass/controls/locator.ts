import type { INodeProperties } from 'n8n-workflow';

import type { FieldTexts } from '../../../shared/fields';
import { forBuilders } from './control';
import type { ItemParameters } from './itemParameters';
import { locatorValue } from './locatorValue';

/** The parts of an input that its locator shows. */
export type LocatorTexts = FieldTexts & { required: boolean };

/** Where the choices come from. */
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
