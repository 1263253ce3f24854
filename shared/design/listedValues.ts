/** What the rows of a list of passes show of the fields. */

import { ownValue } from '../runtime/records';
import { readServiceDate } from '../service/dates';
import { readEpochDay, readExactTime, toEpochDay } from '../service/epochDay';
import type { PassRow } from '../service/schemas';
import {
  type DesignField,
  type ValueGroup,
  COLLECTED_STAMPS,
  isPassTypeField,
  isValidity,
} from './fields';

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

/**
 * The date in a field, as days since January 1, 1970. Of a validity date, which is an exact time, the day in the zone; of
 * any other field, the day that a person wrote.
 * @returns with a key that identifies the date in any zone and however it is written; `undefined` without a date, or if
 *   the value is not certainly one
 */
export function listedDate(
  row: ListedValues,
  { id }: DesignField,
  zone: string,
): { day: number; key: string } | undefined {
  const value = rawListedValue(row, id);
  if (typeof value !== 'string') return undefined;
  const at = isValidity(id) ? readServiceDate(value) : readExactTime(value);
  const day = isValidity(id) ? at && toEpochDay(at, zone) : readEpochDay(value, zone);
  return day === undefined ? undefined : { day, key: at === undefined ? `on ${day}` : `at ${at}` };
}
