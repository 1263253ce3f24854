import type { PlainInputField } from 'zapier-platform-core';

import type { FieldTexts, InputField, Option, Section } from '../../shared/fields';
import { sentence } from '../../shared/service/wording';
import { buildGroup } from './groups';

/**
 * Help text of an input in Markdown: description, hint and what surprises about its options, which dropdowns do not
 * show. Switches are worded as Yes or No.
 * @returns `undefined` if there is none
 */
export function helpText(
  { description, onZapier, hint, kind }: FieldTexts & { kind?: InputField['kind'] },
  options: readonly Option[] = [],
): string | undefined {
  const parts = [
    description && descriptionHelp(description, kind),
    hint,
    onZapier,
    ...options.map(optionHelp),
  ];
  const texts = parts.flatMap((part) => (part ? [sentence(part)] : []));
  return texts.length === 0 ? undefined : texts.join(' ');
}

function descriptionHelp(description: string, kind?: InputField['kind']): string {
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
