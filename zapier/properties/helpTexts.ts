import type { FieldTexts, InputField, Option } from '../../shared/fields';
import { sentence } from '../errors/wording';

/**
 * Help text of a field: description, hint, and the description of each option, which Zapier's dropdowns
 * do not show.
 * @returns `undefined` if there is none
 */
export function helpText(
  { description, hint, kind }: FieldTexts & { kind?: InputField['kind'] },
  options: readonly Option[] = [],
): string | undefined {
  const parts = [description && asHelp(description, kind), hint, ...options.map(explained)];
  const texts = parts.flatMap((part) => (part ? [sentence(part)] : []));
  return texts.length === 0 ? undefined : texts.join(' ');
}

/** A switch is a Yes or No on Zapier. */
function asHelp(description: string, kind?: InputField['kind']): string {
  if (kind === 'boolean') return `If yes, ${description}`;
  return kind === 'confirmation' ? `Choose Yes to confirm that ${description}` : description;
}

/** The sentences of a text, each with its full stop. */
export function sentences(text: string): string[] {
  return sentence(text).split(/(?<=[.!?]) (?=[A-Z])/);
}

function explained({ label, description }: Option): string | undefined {
  return description === undefined ? undefined : `**${label}**: ${description}`;
}
