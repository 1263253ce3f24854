import { badRequest } from '../../errors';
import type { DesignField } from '../../state/entities';

/**
 * A label in camelCase: `Member number` gives `memberNumber`. Letters of every script count; anything else
 * separates words.
 */
export function camelCase(label: string): string {
  const words = label
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/**
 * A field with its ID, derived from the label if it has none. `{}` remains an empty column.
 * @throws ServiceError 400 if no ID can be derived from the label
 */
export function withId(field: DesignField): Required<DesignField> | Record<string, never> {
  const { id, label } = field;
  if (id === undefined && label === undefined) return {};
  if (label === undefined) throw badRequest(`The field "${id}" needs a label.`);
  const known = id ?? camelCase(label);
  if (known === '') throw badRequest(`No field id can be derived from the label "${label}".`);
  return { id: known, label };
}
