/**
 * What is stored of the watched fields of a pass: one part of `VALUE_HASH_LENGTH` digits per field.
 *
 *     six digits             the hash of its value
 *     `!` and five digits    no value so far, and the hash of `updated`
 *     `!!!!!!`               neither a value nor `updated`
 */

import { isRecord, ownValue } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { VALUE_HASH_LENGTH, valueHash } from './shortHash';

/** A value that the row does not show keeps its part, because no value of a pass can be removed. */
export function fieldsFingerprint(
  row: PassRow,
  watched: readonly string[],
  previous: string | undefined,
): string {
  const parts = watched.map((name, i) => {
    const value = getValue(row, name);
    if (value === undefined) return partOf(previous, i) ?? partWithoutValue(row);
    return valueHash(JSON.stringify(value), row.id);
  });
  return parts.join('');
}

/** The watched fields that have changed between two fingerprints. */
export function changedFields(
  row: PassRow,
  watched: readonly string[],
  previous: string | undefined,
  current: string,
): string[] {
  return watched.filter((_, i) => {
    const before = partOf(previous, i);
    if (before === undefined || before === partOf(current, i)) return false;
    if (!before.startsWith(NO_VALUE_YET)) return true;
    // The first value that a poll sees is a change only if the pass has changed since.
    const now = partWithoutValue(row);
    return before !== NO_VALUE_NO_UPDATE && now !== NO_VALUE_NO_UPDATE && before !== now;
  });
}

/** Begins the part of a field without a value so far. */
const NO_VALUE_YET = '!';
/** The part if the row does not show when the pass was updated, so that its first value is never a change. */
const NO_VALUE_NO_UPDATE = NO_VALUE_YET.repeat(VALUE_HASH_LENGTH);

function partWithoutValue({ id, updated }: PassRow): string {
  if (typeof updated !== 'number') return NO_VALUE_NO_UPDATE;
  return NO_VALUE_YET + valueHash(String(updated), id, VALUE_HASH_LENGTH - NO_VALUE_YET.length);
}

function partOf(fingerprint: string | undefined, i: number): string | undefined {
  return fingerprint?.slice(i * VALUE_HASH_LENGTH, (i + 1) * VALUE_HASH_LENGTH);
}

/** `undefined` if the row does not show it; an object without values shows none. */
function getValue(row: PassRow, name: string): unknown {
  const value = ownValue(getValues(row), name);
  const isEmpty = isRecord(value) && Object.keys(value).length === 0;
  return isEmpty ? undefined : value;
}

/** Everything that a row shows, by column or field ID. */
export function getValues(row: PassRow): Record<string, unknown> {
  return { ...row, ...row.customFields, ...row.templateFields };
}
