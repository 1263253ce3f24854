import type { InputFields as ZapierInputs, PlainInputField } from 'zapier-platform-core';

import type { InputField, InputFields, Option } from '../../shared/fields';
import { dynamicTemplateFields } from './dynamicFields';
import { PASS_GROUP, groupOf } from './inputFieldGroups';
import { listEntryKey } from '../input/collectInput';
import { helpText } from './helpTexts';
import { helpTextFields } from './copyFields';
import { passInputs, passDropdown, refDropdown, templateDropdown } from './dynamicDropdowns';

/** Zapier's own date input is not used, so that nothing is converted silently. */
const DATE_HELP =
  'Format: `2026-12-31`, `31.12.2026` or `2026-12-31T18:00`. For other formats, add a Formatter by Zapier step.';

/** Inputs that need one Zapier field, made from the declaration alone. */
type SingleField = Exclude<
  InputField,
  { kind: 'passRef' | 'templateRef' | 'ref' | 'fieldValues' | 'list' }
>;

/**
 * The input fields of an operation or trigger: the pass first, then required ones, grouped ones last.
 * @throws Error for a kind of input that Zapier has no control for; all inputs are built at load time
 */
export function inputsOf(fields: InputFields): ZapierInputs {
  const hasTemplateFields = Object.values(fields).some(({ kind }) => kind === 'fieldValues');
  const templateRequired = fields.templateId?.required ?? false;
  const inputs = Object.entries(fields).flatMap(([key, field]): ZapierInputs => {
    switch (field.kind) {
      case 'passRef':
        return passInputs(hasTemplateFields, field.requiresFeature);
      case 'templateRef':
        return [templateDropdown(key, field, hasTemplateFields)];
      case 'fieldValues':
        return [dynamicTemplateFields(key, field, templateRequired)];
      case 'list':
        // Zapier shows no help text for line items.
        return [...helpTextFields(key, field), lineItems(key, field)];
      case 'ref':
        return [refDropdown(key, field)];
      default:
        return [singleInput(key, field)];
    }
  });
  return ordered(inputs, fields);
}

/** A required input comes after the inputs that its dropdown depends on. */
function ordered(inputs: ZapierInputs, fields: InputFields): ZapierInputs {
  const pass = inputs.filter((input) => groupKeyOf(input) === PASS_GROUP.key);
  const ungrouped = inputs.filter((input) => groupKeyOf(input) === undefined);
  const byKey = (key: string) => inputs.filter((input) => keyOf(input) === key);
  const required = inputs.filter(isRequired).flatMap((input) => {
    const field = fields[keyOf(input) ?? ''];
    const parents = field?.kind === 'ref' ? (field.dependsOn ?? []) : [];
    return [...parents.flatMap(byKey), input];
  });
  return [...new Set([...pass, ...required, ...ungrouped, ...inputs])];
}

function keyOf(input: ZapierInputs[number]): string | undefined {
  return typeof input === 'function' ? undefined : input.key;
}

function groupKeyOf(input: ZapierInputs[number]): string | undefined {
  return typeof input === 'function' ? undefined : input.group;
}

function singleInput(key: string, field: SingleField): PlainInputField {
  return { ...baseProps(key, field), ...typeProps(key, field) };
}

/** Zapier's line items. No child is required: Zapier would then require at least one entry. */
function lineItems(key: string, field: InputField & { kind: 'list' }): PlainInputField {
  return {
    key,
    label: field.label,
    ...groupOf(field),
    children: Object.entries(field.entry).map(([name, entry]) => {
      if (!isSingleField(entry))
        throw new Error(`'${key}.${name}': no control for this inside a list`);
      return { ...singleInput(listEntryKey(key, name), entry), required: false };
    }),
  };
}

function isSingleField(field: InputField): field is SingleField {
  return !['passRef', 'templateRef', 'ref', 'fieldValues', 'list'].includes(field.kind);
}

function isRequired(input: ZapierInputs[number]): boolean {
  return typeof input !== 'function' && input.required === true;
}

function baseProps(key: string, field: SingleField): PlainInputField {
  const options = 'options' in field ? field.options : [];
  const help = [helpText(field, options), field.kind === 'dateTime' && DATE_HELP]
    .filter(Boolean)
    .join(' ');
  return {
    key,
    label: field.label,
    required: field.required,
    ...groupOf(field),
    ...(help === '' ? {} : { helpText: help }),
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
  };
}

function typeProps(key: string, field: SingleField): Partial<PlainInputField> {
  switch (field.kind) {
    case 'text':
      if (field.format === 'passId') return passDropdown(key, field);
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
        choices: field.options.map(zapierChoice),
        ...(field.default === undefined ? {} : { default: field.default }),
      };
    case 'choices':
      return { type: 'string', list: true, choices: field.options.map(zapierChoice) };
    case 'templateRefs':
      return { type: 'string', list: true };
    case 'json':
      return { type: 'json', schema: { type: 'object' } };
    case 'confirmation':
      return { type: 'boolean' };
    case 'file':
      return { type: 'file' };
    case 'color':
    // Zapier's date input would turn a bare date into 09:00, and unreadable text into the current time.
    case 'dateTime':
    // Zapier's file input would turn a file ID into a text file.
    case 'image':
      return { type: 'string' };
  }
}

function zapierChoice({ value, label }: Option) {
  return { value, sample: value, label };
}
