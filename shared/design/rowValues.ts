/** How a pass stores the values of its fields, and how rows of a list show them. */

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

/** The value of a field in a row of a list, of any type. */
export function rawRowValue(
  { templateFields, customFields, collectedStamps }: RowValues,
  id: string,
): unknown {
  const value = ownValue(templateFields, id) ?? ownValue(customFields ?? {}, id);
  return value ?? (id === COLLECTED_STAMPS.id ? collectedStamps : undefined);
}

/** The value of {@link rawRowValue} as text; `undefined` unless it is a text or a number. */
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
 * Values of the designer's fields that are also sent in `templateFields`. The service reads them from either group, but
 * its lists contain only `templateFields`. Both values are equal, so it does not matter which one it reads first. A
 * field stays in `customFields` alone if its ID means another field in `templateFields`:
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

/** The values of `templateFields` without the copies of {@link copiedToTemplateFields}, to show each value once. */
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
 * were sent, unless it is uncertain which value was moved.
 */
export function undoMove(stored: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const moved = [...ALIASES].flatMap(([key, ids]) => {
    const [id, ...others] = ids.filter((one) => Object.hasOwn(stored, one));
    return id === undefined || others.length > 0 ? [] : [[key, stored[id]] as const];
  });
  return Object.fromEntries(moved);
}

/**
 * The date in a field, as days since January 1, 1970. For a validity date, which is an exact time, this is the day in
 * the zone. For any other field, it is the day that a person wrote.
 * @returns also a key that identifies the date in any zone and in any format; `undefined` without a date, or if the
 *   value is not certainly a date
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
