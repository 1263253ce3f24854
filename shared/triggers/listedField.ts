/** A field of the template that a trigger watches. */

import type { Design, DesignField } from '../design/fields';
import { fieldOrId } from '../design/fieldNames';
import type { PollContext } from '../operations/context';

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
