import { z } from 'zod';

import { PASS_TYPE_FIELDS } from '../../../shared/service/vocabulary';
import { badRequest } from '../../errors';
import type { Design, DesignField, FieldValues, Pass, Template } from '../../state/entities';
import { readDate } from '../validate';

/** Values by field ID in a request. `z.record` would drop a field named `__proto__`. */
export const fieldBag = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object of values by field ID',
  )
  .optional();

/** Values to merge into a pass. */
type CheckedFields = Pick<Pass, 'templateFields' | 'customFields'>;

/**
 * Check the values of a request, the dates among them (docs/service.md#values-are-text-or-numbers).
 * @throws ServiceError 400 for a boolean, object, list or null, and for a date that is not ISO 8601
 */
export function checkFieldValues(
  input: Partial<Record<keyof CheckedFields, Record<string, unknown>>>,
): CheckedFields {
  const templateFields = checkValues(input.templateFields ?? {});
  const customFields = checkValues(input.customFields ?? {});
  readDate('validFrom', templateFields);
  readDate('validUntil', templateFields);
  return { templateFields, customFields };
}

function checkValues(values: Record<string, unknown>): FieldValues {
  for (const [id, value] of Object.entries(values)) {
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw badRequest(`Pass field values must be a string or number. Check the value of "${id}".`);
    }
  }
  return values as FieldValues;
}

/**
 * Move `memberName` and `memberId` to the fields the template uses instead (field-value rule 3).
 * A value sent under the template's own key takes precedence over a moved one.
 */
export function moveMemberFields(template: Template, fields: CheckedFields): CheckedFields {
  const used = new Set(designFieldIds(template.design));
  const own = PASS_TYPE_FIELDS[template.type];
  const uses = (id: string) => own.includes(id) && used.has(id);
  const moves: [string, string | undefined][] = [
    ['memberName', ['accountName', 'ticketHolderName'].find(uses)],
    ['memberId', ['accountId'].find(uses)],
  ];
  const templateFields = { ...fields.templateFields };
  const customFields = { ...fields.customFields };
  for (const [from, to] of moves) {
    if (to === undefined) continue;
    const value = templateFields[from] ?? customFields[from];
    Reflect.deleteProperty(templateFields, from);
    Reflect.deleteProperty(customFields, from);
    if (value !== undefined && templateFields[to] === undefined) templateFields[to] = value;
  }
  return { templateFields, customFields };
}

/** Every field of a design that is not an empty column: header, rows, then link rows. */
export function designFields(design: Design): DesignField[] {
  const header = design.header === undefined ? [] : [design.header];
  const fields = [...header, ...(design.rows ?? []).flat(), ...(design.linkRows ?? [])];
  return fields.filter((field) => field.id !== undefined);
}

/** IDs of a design's fields, each once, in the order of the design. */
export function designFieldIds(design: Design): string[] {
  return [...new Set(designFields(design).map((field) => field.id as string))];
}

/**
 * The value a field shows (field-value rule 2): a field of the pass type reads only `templateFields`;
 * a designer's field reads `customFields`, and `templateFields` when there is none.
 */
export function shownValue(
  { type }: Template,
  { templateFields, customFields }: Pass,
  fieldId: string,
): string | number | undefined {
  const isDesigners = !PASS_TYPE_FIELDS[type].includes(fieldId);
  // Plain indexing would also find inherited properties, such as `constructor`.
  if (isDesigners && Object.hasOwn(customFields, fieldId)) return customFields[fieldId];
  return Object.hasOwn(templateFields, fieldId) ? templateFields[fieldId] : undefined;
}
