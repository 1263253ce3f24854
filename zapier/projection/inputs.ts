import type { InputFields as ZapierInputs, PlainInputField } from 'zapier-platform-core';

import type { InputField, InputFields, Option } from '../../shared/fields';
import { templateFields } from './dynamicFields';
import { helpText } from './helpTexts';
import { passInputs, passPicker, templatePicker } from './pickers';

/** Controls that are made from one field alone. */
type SimpleField = Exclude<
  InputField,
  { kind: 'passRef' | 'templateRef' | 'fieldValues' | 'list' }
>;

/**
 * The input fields of an operation or trigger, required ones first.
 * @throws Error for a kind of input that Zapier has no control for, when the app is built
 */
export function inputsOf(fields: InputFields): ZapierInputs {
  const alters = Object.values(fields).some(({ kind }) => kind === 'fieldValues');
  const templateRequired = fields.templateId?.required ?? false;
  const inputs = Object.entries(fields).flatMap(([key, field]): ZapierInputs => {
    switch (field.kind) {
      case 'passRef':
        return passInputs(alters);
      case 'templateRef':
        return [templatePicker(key, field, alters)];
      case 'fieldValues':
        return [templateFields(key, field, templateRequired)];
      case 'list':
        throw new Error(`'${key}': entries with inputs of their own are not offered on Zapier`);
      default:
        return [{ ...common(key, field), ...controlOf(key, field) }];
    }
  });
  return [...inputs.filter(isRequired), ...inputs.filter((input) => !isRequired(input))];
}

function isRequired(input: ZapierInputs[number]): boolean {
  return typeof input !== 'function' && input.required === true;
}

function common(key: string, field: SimpleField): PlainInputField {
  const options = 'options' in field ? field.options : [];
  const help = helpText(field, options);
  return {
    key,
    label: field.label,
    required: field.required,
    ...(field.group === undefined ? {} : { group: field.group }),
    ...(help === undefined ? {} : { helpText: help }),
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
  };
}

function controlOf(key: string, field: SimpleField): Partial<PlainInputField> {
  switch (field.kind) {
    case 'text':
      if (field.format === 'passId') return passPicker(key, field);
      return { type: field.multiline ? 'text' : 'string' };
    case 'number':
      return {
        type: field.integer ? 'integer' : 'number',
        ...(field.default === undefined ? {} : { default: String(field.default) }),
      };
    case 'boolean':
      return { type: 'boolean', default: String(field.default) };
    case 'choice':
      return {
        type: 'string',
        choices: field.options.map(choice),
        ...(field.default === undefined ? {} : { default: field.default }),
      };
    case 'choices':
      return { type: 'string', list: true, choices: field.options.map(choice) };
    case 'dateTime':
      return { type: 'datetime' };
  }
}

function choice({ value, label }: Option) {
  return { value, sample: value, label };
}
