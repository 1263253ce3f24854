import type { INodeProperties } from 'n8n-workflow';

import type { InputField } from '../../../shared/fields';
import { baseProps } from './baseProps';
import { choiceOptions, optionsOf } from './options';

/** Inputs that need one parameter, made from the field alone. */
type SingleField = Exclude<
  InputField,
  {
    kind:
      | 'passRef'
      | 'templateRef'
      | 'templateRefs'
      | 'fieldValues'
      | 'limit'
      | 'list'
      | 'ref'
      | 'file'
      | 'image';
  }
>;

/** The parameter that asks for one value. */
export function singleControl(key: string, field: SingleField): INodeProperties {
  return { ...baseProps(key, field), ...typeProps(field) } as INodeProperties;
}

function typeProps(field: SingleField): Partial<INodeProperties> {
  switch (field.kind) {
    case 'text':
      return {
        type: 'string',
        default: '',
        ...(field.multiline ? { typeOptions: { rows: 4 } } : {}),
      };
    case 'number':
      return {
        type: 'number',
        // Empty, so that a number that nobody entered is refused instead of used.
        default: field.default ?? '',
        typeOptions: {
          ...(field.min === undefined ? {} : { minValue: field.min }),
          ...(field.max === undefined ? {} : { maxValue: field.max }),
          ...(field.integer ? { numberPrecision: 0 } : {}),
        },
      };
    case 'boolean':
      return {
        type: 'boolean',
        default: field.default,
        ...(field.noExpression ? { noDataExpression: true } : {}),
      };
    case 'choice':
      return {
        type: 'options',
        ...choiceOptions(field),
      };
    case 'choices':
      return { type: 'multiOptions', options: optionsOf(field), default: [] };
    case 'dateTime':
      return { type: 'dateTime', default: '' };
    case 'color':
      return { type: 'color', default: '' };
    case 'json':
      return { type: 'json', default: '{}' };
    case 'confirmation':
      // Hides the expression toggle and the button that lets an AI model fill in the value.
      return { type: 'boolean', default: false, noDataExpression: true };
  }
}
