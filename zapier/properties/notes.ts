import type { PlainInputField } from 'zapier-platform-core';

import type { FlatOperation } from '../../shared/engine/catalog';
import { helpText, operationNote } from '../../shared/engine/helpTexts';
import type { InputField, Section } from '../../shared/fields';
import { UNSUPPORTED_EVENTS_NOTE } from '../../shared/triggers/trigger';
import { groupOf } from './groups';

/** A text in the form that belongs to no control. */
function note(key: string, helpText: string, section?: Section): PlainInputField {
  return { key, type: 'copy', ...groupOf({ section }), helpText };
}

/** A note at the top of every trigger. */
export const unsupportedEventsNote = note('note', UNSUPPORTED_EVENTS_NOTE);

/** The note at the top of a step, if there is one. */
export function noteOf(operation: FlatOperation): PlainInputField[] {
  const text = operationNote(operation);
  return text === '' ? [] : [note('note', text)];
}

/** The help text of an input whose control cannot show one. */
export function inputNote(key: string, field: InputField): PlainInputField[] {
  const text = helpText(field);
  return text === undefined
    ? []
    : [note(`${key}_note`, `**${field.label}**: ${text}`, field.section)];
}
