/** What the rows of a list of passes show of the fields. */

import { ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { type ValueGroup, COLLECTED_STAMPS, isPassTypeField, isValidity } from './fields';

type ListedValues = Pick<PassRow, ValueGroup | 'collectedStamps'>;

/**
 * Whether lists of passes contain the field of this ID for certain: those of the pass type and the validity.
 * The service does not document that its lists contain the fields that were added in the designer
 * (docs/service.md#list-passes).
 */
export function isAlwaysListed(id: string): boolean {
  return isPassTypeField(id) || isValidity(id);
}

/** The value of a field in a row of a list, of whatever type. */
export function rawListedValue(
  { templateFields, customFields, collectedStamps }: ListedValues,
  id: string,
): unknown {
  const value = ownValue(templateFields, id) ?? ownValue(customFields ?? {}, id);
  return value ?? (id === COLLECTED_STAMPS.id ? collectedStamps : undefined);
}

/** {@link rawListedValue} as text; `undefined` if there is none, or no text or number. */
export function listedValue(row: ListedValues, id: string): string | undefined {
  const value = rawListedValue(row, id);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
