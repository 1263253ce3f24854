import type { InputFields as ZapierInputs, PlainInputField } from 'zapier-platform-core';

import type { InputField, InputFields } from '../../shared/fields';
import type { OpenedFile } from '../../shared/fields/file';
import { isRecord } from '../../shared/runtime/records';
import { isBlank } from '../../shared/service/text';
import { buildGroup } from './groups';
import { helpText } from './helpText';

/** The kinds of input that declarations use. */
export type Kind = InputField['kind'];
/** An input of one kind. */
export type FieldOf<K extends Kind> = InputField & { kind: K };

/** Values of a form by Zapier's keys. */
export type Values = Readonly<Record<string, unknown>>;

/** Blank as for every input, or a list or object with only blank values. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return isRecord(value) ? Object.values(value).every(isEmpty) : isBlank(value);
}

/** Opens the file at a URL; names the input if that fails. */
export type LoadFile = (url: string, label: string, key: string) => Promise<OpenedFile>;

/** How Zapier asks for one kind of input. */
export interface Control<K extends Kind = Kind> {
  /**
   * Its fields in the form.
   * @param inputs all inputs of the form
   */
  inputFields(key: string, field: FieldOf<K>, inputs: InputFields): ZapierInputs;
  /**
   * Its value, if there is one; for a pass, all values by input key. Nothing is checked: the declaration's
   * field parses it.
   * @param load called once the content of a file is needed; without it, URLs are passed on
   */
  collect(values: Values, key: string, field: FieldOf<K>, load?: LoadFile): unknown;
}

/** A control of one field, whose value is taken as it is. */
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
  const help = helpText(field, 'options' in field ? field.options : []);
  return {
    key,
    label: field.label,
    required: field.required,
    ...buildGroup(field),
    ...(help === undefined ? {} : { helpText: help }),
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
  };
}
