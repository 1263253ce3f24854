/** A field that a trigger watches: the template has it, and the list of passes shows it. */

import type { Design, DesignField } from '../design/fields';
import { fieldOrId } from '../design/fieldNames';
import { rawListedValue, showsDesignerFields } from '../design/listedValues';
import type { PollContext } from '../operations/context';
import { fieldNotListed } from '../operations/pass/fieldNotListed';
import type { PassRow } from '../service/schemas';

/** The input that names the field. */
export interface FieldInput {
  key: string;
  label: string;
}

/**
 * The field of the template with this ID or label.
 * @param fieldsOf which of its design are meant
 * @throws {ServiceError} `invalidInput` if the template has none
 */
export async function findListedField(
  { templates }: PollContext,
  templateId: string,
  name: string,
  input: FieldInput,
  fieldsOf: (design: Design) => DesignField[],
): Promise<DesignField> {
  const design = await templates.design(templateId);
  return fieldOrId(design && { ...design, fields: fieldsOf(design) }, name, input);
}

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
