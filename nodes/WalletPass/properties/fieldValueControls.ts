import type { INodeProperties } from 'n8n-workflow';

import type { InputField } from '../../../shared/fields';
import { baseProps } from './baseProps';

/** Option for field values by ID, next to every field mapper. */
export const MORE_FIELD_VALUES = 'moreFieldValues';

/** n8n's resource mapper, with a column for each field of the chosen template. */
export function fieldMapper(key: string, field: InputField): INodeProperties {
  return {
    ...baseProps(key, field),
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    typeOptions: {
      loadOptionsDependsOn: ['templateId.value'],
      resourceMapper: {
        resourceMapperMethod: 'getTemplateFields',
        mode: 'add',
        valuesLabel: field.label,
        fieldWords: { singular: 'field', plural: 'fields' },
        addAllFields: true,
        multiKeyMatch: false,
        supportAutoMap: true,
        // `getTemplateFields` returns the reason as a notice; n8n would add a red 'No fields found'.
        hideNoDataError: true,
      },
    },
  } as INodeProperties;
}

/** Field values by ID: for designs that cannot be read, and inside lists, where n8n has no mapper. */
export function fieldValuesById(name: string, displayName: string, hint?: string): INodeProperties {
  return {
    displayName,
    name,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Field Value',
    default: {},
    description: 'Values by field ID, for fields that cannot be listed',
    ...(hint === undefined ? {} : { hint }),
    options: [
      {
        displayName: 'Field Value',
        name: 'field',
        values: [
          {
            displayName: 'Field ID',
            name: 'id',
            type: 'string',
            default: '',
            placeholder: 'e.g. memberSince',
          },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
  };
}
