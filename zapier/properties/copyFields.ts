import type { PlainInputField } from 'zapier-platform-core';

import type { ZapierOperation } from '../catalog';
import { helpText, operationNote } from './helpTexts';
import type { InputField, Section } from '../../shared/fields';
import { groupOf } from './inputFieldGroups';

/** A text in the form without an input, Zapier's field type `copy`. */
function copyField(key: string, helpText: string, section?: Section): PlainInputField {
  return { key, type: 'copy', ...groupOf({ section }), helpText };
}

/** A note at the top of a step, e.g. that testing it sends a real message; `[]` if there is none. */
export function operationNoteFields(operation: ZapierOperation): PlainInputField[] {
  const text = operationNote(operation);
  return text === '' ? [] : [copyField('note', text)];
}

/** The help text of an input for which Zapier shows none; `[]` if it has none. */
export function helpTextFields(key: string, field: InputField): PlainInputField[] {
  const text = helpText(field);
  return text === undefined
    ? []
    : [copyField(`${key}_note`, `**${field.label}**: ${text}`, field.section)];
}
