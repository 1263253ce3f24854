import type { FieldTexts, Option } from '../../shared/fields';
import { inZapierTerms, sentence } from '../wording';

/** Zapier's limit for the help text of a field. */
const LONGEST = 1000;

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
  return texts.length === 0 ? undefined : inZapierTerms(texts.join(' ')).slice(0, LONGEST);
}

function explained({ label, description }: Option): string | undefined {
  return description === undefined ? undefined : `**${label}**: ${description}`;
}
