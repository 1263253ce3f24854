import type { InputFields as ZapierInputs, PlainInputField } from 'zapier-platform-core';

import type { InputField, InputFields, Option } from '../../shared/fields';
import { templateFields } from './dynamicFields';
import { groupOf } from './groups';
import { listEntryKey } from '../../shared/engine/flatInput';
import { helpText } from '../../shared/engine/helpTexts';
import { inputNote } from './notes';
import { passInputs, passPicker, refPicker, templatePicker } from './dropdowns';

/** Controls that are made from one field alone. */
type SimpleField = Exclude<
  InputField,
  { kind: 'passRef' | 'templateRef' | 'ref' | 'fieldValues' | 'list' }
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
        return passInputs(alters, field.fits);
      case 'templateRef':
        return [templatePicker(key, field, alters)];
      case 'fieldValues':
        return [templateFields(key, field, templateRequired)];
      case 'list':
        // The parent of line items has no help text.
        return [...inputNote(key, field), lineItems(key, field)];
      case 'ref':
        return [refPicker(key, field)];
      default:
        return [simple(key, field)];
    }
  });
  return inOrder(inputs, fields);
}

/** Required inputs first, each after the inputs that its dropdown depends on. */
function inOrder(inputs: ZapierInputs, fields: InputFields): ZapierInputs {
  const byKey = (key: string) => inputs.filter((input) => keyOf(input) === key);
  const required = inputs.filter(isRequired).flatMap((input) => {
    const field = fields[keyOf(input) ?? ''];
    const parents = field?.kind === 'ref' ? (field.dependsOn ?? []) : [];
    return [...parents.flatMap(byKey), input];
  });
  return [...new Set([...required, ...inputs])];
}

function keyOf(input: ZapierInputs[number]): string | undefined {
  return typeof input === 'function' ? undefined : input.key;
}

function simple(key: string, field: SimpleField): PlainInputField {
  return { ...common(key, field), ...controlOf(key, field) };
}

/** Zapier's line items. A required child would force an entry, so none is required here. */
function lineItems(key: string, field: InputField & { kind: 'list' }): PlainInputField {
  return {
    key,
    label: field.label,
    ...groupOf(field),
    children: Object.entries(field.entry).map(([name, entry]) => {
      if (!isSimple(entry)) throw new Error(`'${key}.${name}': no control for this inside a list`);
      return { ...simple(listEntryKey(key, name), entry), required: false };
    }),
  };
}

function isSimple(field: InputField): field is SimpleField {
  return !['passRef', 'templateRef', 'ref', 'fieldValues', 'list'].includes(field.kind);
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
    ...groupOf(field),
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
    case 'limit':
      return { type: 'integer', default: String(field.default) };
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
    case 'templateRefs':
      return { type: 'string', list: true };
    case 'json':
      return { type: 'json', schema: { type: 'object' } };
    case 'confirmation':
      return { type: 'boolean' };
    case 'file':
      return { type: 'file' };
    case 'color':
    // A date input would turn a bare date into 09:00, and unreadable text into the current time.
    case 'dateTime':
    // A file input would make a text file of an ID.
    case 'image':
      return { type: 'string' };
  }
}

function choice({ value, label }: Option) {
  return { value, sample: value, label };
}
