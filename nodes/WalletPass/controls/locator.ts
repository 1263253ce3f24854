import type { INodeProperties } from 'n8n-workflow';

import type { InputField, RawInput } from '../../../shared/fields';
import { collectValue } from './control';
import type { ItemParameters } from './itemParameters';
import { locatorValue } from './locatorValue';

const LIST_OR_ID = 'Choose from the list, or enter the ID';

/** Everything that differs between locators. */
interface LocatorOptions {
  name: string;
  displayName: string;
  required: boolean;
  description?: string;
  /** Completes "Choose a …". */
  noun: string;
  searchListMethod: string;
  exampleId: string;
}

/** n8n's resource locator: one template, pass or badge, from a list or by its ID. */
export function locator(options: LocatorOptions): INodeProperties {
  const { name, displayName, required, description = LIST_OR_ID } = options;
  return {
    displayName,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    ...(required ? { required: true } : {}),
    description,
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: `Choose a ${options.noun}…`,
        typeOptions: { searchListMethod: options.searchListMethod, searchable: true },
      },
      {
        displayName: 'By ID',
        name: 'id',
        type: 'string',
        placeholder: `e.g. ${options.exampleId}`,
      },
    ],
  };
}

/** The chosen ID. */
export function collectId(item: ItemParameters, key: string, field: InputField): RawInput {
  return collectValue(item, key, field, () => locatorValue(item.value(key)));
}
