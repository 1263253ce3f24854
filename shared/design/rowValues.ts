/** Where a pass stores the values of its fields, and what the rows of a list show of them. */

import { ownValue } from '../runtime/records';
import { readEpochDay, readExactTime, readServiceDate, toEpochDay } from '../service/dates';
import type { PassRow } from '../service/schemas';
import { isBlank } from '../service/text';
import { fieldWithId } from './fieldNames';
import {
  ALIASES,
  type ValueGroup,
  COLLECTED_STAMPS,
  type DesignFields,
  isAlwaysListed,
  type DesignField,
  isValidity,
} from './fields';

type RowValues = Pick<PassRow, ValueGroup | 'collectedStamps'>;

/** The value of a field in a row of a list, of whatever type. */
export function rawRowValue(
  { templateFields, customFields, collectedStamps }: RowValues,
  id: string,
): unknown {
  const value = ownValue(templateFields, id) ?? ownValue(customFields ?? {}, id);
  return value ?? (id === COLLECTED_STAMPS.id ? collectedStamps : undefined);
}

/** {@link rawRowValue} as text; `undefined` if there is none, or it is neither a text nor a number. */
export function rowValue(row: RowValues, id: string): string | undefined {
  const value = rawRowValue(row, id);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The fields that have the holder's name, by type of pass. */
const NAME_FIELDS = [...(ALIASES.get('memberName') ?? []), 'memberName', 'name'];

/** The name of the holder on a pass, if it shows one. */
export function holderName({
  templateFields,
  customFields,
}: Pick<PassRow, 'templateFields' | 'customFields'>): string | undefined {
  const names = NAME_FIELDS.map((id) => templateFields[id] ?? customFields?.[id]);
  return names.find((name): name is string => typeof name === 'string' && !isBlank(name));
}

/**
 * Values of the designer's fields, to be sent in `templateFields` as well: the service reads them from either, but its
 * lists contain only `templateFields`. As both are equal, it does not matter which it reads first. A field whose ID means
 * another one there stays in `customFields` alone:
 *
 *     level                              copied
 *     balance                            not: a field of a pass type
 *     memberName, beside accountName     not: the service would move it there
 *     memberName, without a design       not: it may have accountName
 */
export function copiedToTemplateFields<T>(
  design: DesignFields | undefined,
  customFields: Readonly<Record<string, T>>,
): Record<string, T> {
  const mayBeMoved = (id: string) => {
    const targets = ALIASES.get(id);
    return targets?.some((target) => !design || fieldWithId(design.fields, target)) === true;
  };
  const entries = Object.entries(customFields);
  return Object.fromEntries(entries.filter(([id]) => !isAlwaysListed(id) && !mayBeMoved(id)));
}

/** The values of `templateFields` without those of {@link copiedToTemplateFields}, to show each value once. */
export function withoutCopies<T>(
  templateFields: Readonly<Record<string, T>>,
  customFields: Readonly<Record<string, T>>,
): Record<string, T> {
  const isCopy = (id: string, value: T) =>
    !isAlwaysListed(id) && ownValue(customFields, id) === value;
  const entries = Object.entries(templateFields);
  return Object.fromEntries(entries.filter(([id, value]) => !isCopy(id, value)));
}

/**
 * The stored values that the service may have moved (docs/service.md#membername-and-memberid-move), under the keys that
 * were sent, unless it is uncertain which one was moved.
 */
export function undoMove(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const moved = [...ALIASES].flatMap(([key, ids]) => {
    const [id, ...others] = ids.filter((one) => Object.hasOwn(stored, one));
    return id === undefined || others.length > 0 ? [] : [[key, stored[id]] as const];
  });
  return Object.fromEntries(moved);
}

/**
 * The date in a field, as days since January 1, 1970. Of a validity date, which is an exact time, the day in the zone; of
 * any other field, the day that a person wrote.
 * @returns with a key that identifies the date in any zone and however it is written; `undefined` without a date, or if
 *   the value is not certainly one
 */
export function rowDate(
  row: RowValues,
  { id }: DesignField,
  zone: string,
): { day: number; key: string } | undefined {
  const value = rawRowValue(row, id);
  if (typeof value !== 'string') return undefined;
  const at = isValidity(id) ? readServiceDate(value) : readExactTime(value);
  const day = isValidity(id) ? at && toEpochDay(at, zone) : readEpochDay(value, zone);
  return day === undefined ? undefined : { day, key: at === undefined ? `on ${day}` : `at ${at}` };
}
