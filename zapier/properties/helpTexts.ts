import type { FieldTexts, Option } from '../../shared/fields';
import { inZapierTerms, sentence } from '../errors/wording';

/**
 * Help text of a field: description, hint, and what each option means, which Zapier's dropdowns do
 * not show.
 * @returns `undefined` where there is nothing to say
 */
export function helpText(
  { description, hint }: FieldTexts,
  options: readonly Option[] = [],
): string | undefined {
  const parts = [description, hint, ...options.map(explained)];
  const texts = parts.flatMap((part) => (part ? [sentence(part)] : []));
  return texts.length === 0 ? undefined : inZapierTerms(texts.join(' '));
}

/** The sentences of a text, each with its full stop. */
export function sentences(text: string): string[] {
  return inZapierTerms(sentence(text)).split(/(?<=[.!?]) (?=[A-Z])/);
}

function explained({ label, description }: Option): string | undefined {
  return description === undefined ? undefined : `**${label}**: ${description}`;
}
