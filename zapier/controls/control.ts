import type {
  InputFields as ZapierInputs,
  PlainInputField,
  InputFieldGroup,
} from 'zapier-platform-core';

import type { FieldOf, InputField, InputFields, Kind, Option, Section } from '../../shared/fields';
import { compact, isRecord } from '../../shared/runtime/records';
import { isBlank } from '../../shared/service/text';
import { sentence } from '../../shared/service/wording';
import type { LoadFile } from '../transport/downloadFile';

/** Values of a form by Zapier's keys. */
export type Values = Readonly<Record<string, unknown>>;

/** Whether a value is blank, or a list or object with only blank values. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return isRecord(value) ? Object.values(value).every(isEmpty) : isBlank(value);
}

/** The control of one kind of input on Zapier. */
export interface Control<K extends Kind = Kind> {
  /**
   * The fields in the form.
   * @param inputs all inputs of the form
   */
  inputFields(key: string, field: FieldOf<K>, inputs: InputFields): ZapierInputs;
  /**
   * The value, if there is one; for a pass, all values by input key. Checks nothing, because the declaration's field
   * parses the value.
   * @param load called once the content of a file is needed; without it, URLs are passed on
   */
  collect(values: Values, key: string, field: FieldOf<K>, load?: LoadFile): unknown;
}

/** A control of one field, whose value is passed on unchanged. */
export function valueControl<K extends Kind>(
  typeProps: (field: FieldOf<K>, inputs: InputFields) => Partial<PlainInputField>,
): Control<K> {
  return {
    inputFields: (key, field, inputs) => [
      { ...baseProps(key, field), ...typeProps(field, inputs) },
    ],
    collect: (values, key) => values[key],
  };
}

/** The properties that every field has, whatever its type. */
export function baseProps(key: string, field: InputField): PlainInputField {
  return {
    key,
    label: field.label,
    required: field.required,
    ...buildGroup(field),
    ...compact({ helpText: helpText(field), placeholder: field.placeholder }),
  };
}

const LABELS = {
  changes: 'Changes',
  filters: 'Filters',
  design: 'Design',
  images: 'Images',
};

/** Group of the inputs that identify a pass. */
export const PASS_GROUP = { key: 'pass', label: 'Which Pass' };

/** The `group` of an input that has a section. */
export function buildGroup({ section }: { section?: Section }): { group?: string } {
  return section === undefined ? {} : { group: section };
}

/**
 * The `inputFieldGroups` of a step, in the order of its inputs.
 * @param options the label of their options
 */
export function buildGroups(
  fields: InputFields,
  options = 'Options',
): { inputFieldGroups?: InputFieldGroup[] } {
  const labels: Record<Section, string> = { ...LABELS, options };
  const groups = new Map<string, InputFieldGroup>();
  for (const { kind, section } of Object.values(fields)) {
    if (kind === 'passRef') groups.set(PASS_GROUP.key, PASS_GROUP);
    if (section === undefined) continue;
    groups.set(section, { key: section, label: labels[section] });
  }
  return groups.size === 0 ? {} : { inputFieldGroups: [...groups.values()] };
}

/**
 * Help text of an input in Markdown: description, and options that may surprise, because dropdowns do not show
 * their descriptions. Switches are worded as Yes or No.
 * @returns `undefined` if there is none
 */
function helpText(field: InputField): string | undefined {
  const { description, onZapier, kind } = field;
  const options = 'options' in field ? field.options.map(optionHelp) : [];
  const parts = [description && descriptionHelp(description, kind), onZapier, ...options];
  const texts = parts.flatMap((part) => (part ? [sentence(part)] : []));
  return texts.length === 0 ? undefined : texts.join(' ');
}

function descriptionHelp(description: string, kind: Kind): string {
  if (kind === 'boolean') return `If yes, ${description}`;
  return kind === 'confirmation' ? `Choose Yes to ${description}` : description;
}

function optionHelp({ label, description, inHelp }: Option): string | undefined {
  return inHelp && description ? `**${label}**: ${description}` : undefined;
}

/** A text in the form without an input, Zapier's field type `copy`. */
export function copyField(key: string, helpText: string, section?: Section): PlainInputField {
  return { key, type: 'copy', ...buildGroup({ section }), helpText };
}

/** The help text of an input for which Zapier shows none; `[]` if it has none. */
export function helpTextFields(key: string, field: InputField): PlainInputField[] {
  const text = helpText(field);
  return text === undefined
    ? []
    : [copyField(`${key}_note`, `**${field.label}**: ${text}`, field.section)];
}
