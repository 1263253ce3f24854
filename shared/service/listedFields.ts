import { isPassTypeField } from './design';
import type { PassRow } from './schemas';

/**
 * The service lists passes with the fields of their type and their validity. It does not document that
 * its lists contain the fields that were added in the designer (docs/service.md#list-passes).
 */

/** Whether lists contain the field of this ID for certain. */
export function isAlwaysListed(id: string): boolean {
  return isPassTypeField(id) || id === 'validFrom' || id === 'validUntil';
}

/** Whether a row of a list has any value of a field that was added in the designer. */
export function hasDesignerValue({
  templateFields,
  customFields,
}: Pick<PassRow, 'templateFields' | 'customFields'>): boolean {
  return (
    Object.keys(customFields ?? {}).length > 0 ||
    Object.keys(templateFields ?? {}).some((id) => !isAlwaysListed(id))
  );
}
