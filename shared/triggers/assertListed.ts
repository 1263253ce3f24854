import { type DesignField, rawListedValue, showsDesignerFields } from '../design/fields';
import { fieldNotListed } from '../operations/pass/listFilters';
import type { PassRow } from '../service/schemas';

/**
 * @param key of the input that names the field
 * @param others fields that are always listed, for the hint
 * @throws {ServiceError} if the field was added in the designer and the list contains no such fields
 */
export function assertListed(
  { id, valueGroup }: DesignField,
  rows: readonly PassRow[],
  key: string,
  others: string,
): void {
  const isListed = (row: PassRow) =>
    showsDesignerFields(row) || rawListedValue(row, id) !== undefined;
  if (valueGroup !== 'customFields' || rows.length === 0 || rows.some(isListed)) return;
  throw fieldNotListed(
    id,
    key,
    `Choose ${others}. If no pass has a value in an added field yet, issue one first. No events were emitted and none are lost.`,
  );
}
