/** Routing values: which object of a request, and which key in it, each entered field value goes to. */

import { ServiceError, catchServiceError, throwIfAny } from '../errors/serviceError';
import { isBlank, quoted } from '../service/text';
import { findField, fieldWithId, unknownField } from './fieldNames';
import { ALIASES, type Design, type ValueGroup, isPassTypeField, isValidity } from './fields';
import { isSendableId, plainValue, unsendable } from './fieldValue';

/** What happens to a key that matches no field. */
export type UnknownFields = 'refuse' | 'skip';

/** Marks values whose keys are the headers of columns, of which some belong to no field. */
export const HEADERS = Symbol('keys are headers');

/** The two objects of values, before those of the designer are mirrored. A key is in at most one of them. */
interface RoutedValues extends Record<ValueGroup, Record<string, string | number>> {
  /** Keys that match no field and are not sent because the caller allows that. */
  skippedFields: string[];
}

/**
 * Sorts field values into `templateFields` and `customFields` (docs/service.md#field-values).
 * Keys are field IDs or unambiguous labels.
 * @param design of the template; if `undefined`, any key may be that of a field
 * @param values as entered; blank ones are not sent. With {@link HEADERS}, a label comes before an ID
 * @throws {ServiceError} `invalidInput` naming every invalid field: a value that is neither text nor
 *   number, an unknown key (with the nearest known one), two keys for one field
 */
export function routeFieldValues(
  design: Design | undefined,
  values: Readonly<Record<string, unknown>>,
  unknownFields: UnknownFields = 'refuse',
): RoutedValues {
  const isHeader = HEADERS in values;
  const routed: RoutedValues = { templateFields: {}, customFields: {}, skippedFields: [] };
  const givenFor = new Map<string, string>();
  const given = Object.entries(values).filter(([, raw]) => !isBlank(raw));
  throwIfAny(given.map(([key, raw]) => catchServiceError(() => route(key, raw))));
  return routed;

  function route(key: string, raw: unknown): void {
    const target = findTarget(design, key, unknownFields, isHeader);
    if (!target) {
      if (unknownFields === 'refuse') throw unknownField(design as Design, key, '{otherTemplate}');
      routed.skippedFields.push(key);
      return;
    }
    const { valueGroup, sentId, fieldId, label } = target;
    if (!isSendableId(sentId)) throw unsendable({ key, label }, sentId);
    const value = plainValue({ key, label }, raw);
    if (value === undefined) return;
    const earlier = givenFor.get(fieldId);
    if (earlier !== undefined) throw duplicateField(earlier, key);
    givenFor.set(fieldId, key);
    routed[valueGroup][sentId] = value;
  }
}

/** Whether the header of a column belongs to a field, so that its value is sent. */
export function isFieldHeader(design: Design | undefined, header: string): boolean {
  return findTarget(design, header, 'skip', true) !== undefined;
}

interface Target {
  valueGroup: ValueGroup;
  /** Key of the value in the request: the ID of a field, or an alias. */
  sentId: string;
  /** Field that receives the value; the same for a field and its alias. */
  fieldId: string;
  /** The designer's label, which people see when they map values. */
  label?: string;
}

function findTarget(
  design: Design | undefined,
  key: string,
  unknownFields: UnknownFields,
  isHeader: boolean,
): Target | undefined {
  if (!design) return targetWithoutDesign(key, unknownFields);
  const { fields } = design;
  const field = findField(fields, key, isHeader);
  if (field) return { ...field, sentId: field.id, fieldId: field.id };
  const fieldId = ALIASES.get(key)?.find(
    (id) => fieldWithId(fields, id)?.valueGroup === 'templateFields',
  );
  return fieldId === undefined ? undefined : { valueGroup: 'templateFields', sentId: key, fieldId };
}

/**
 * Without a design: the service reads pass-type fields only from `templateFields`, all others from
 * either. `skip` skips every key that is not known to be a field.
 */
function targetWithoutDesign(key: string, unknownFields: UnknownFields): Target | undefined {
  const isTypeField = isPassTypeField(key) || ALIASES.has(key);
  if (!isTypeField && unknownFields === 'skip') return undefined;
  if (isValidity(key)) throw notAField(key);
  return { valueGroup: isTypeField ? 'templateFields' : 'customFields', sentId: key, fieldId: key };
}

/** The service reads it elsewhere, so the pass would not expire. */
function notAField(id: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: id,
    message: `${quoted(id)} is not a field of the card`,
    hint: "Enter the date in 'Valid From' or 'Valid Until'.",
  });
}

function duplicateField(first: string, second: string): ServiceError {
  const message = `${quoted(first)} and ${quoted(second)} are the same field of the pass`;
  const hint = 'Enter a value for only one of them.';
  return new ServiceError({ kind: 'invalidInput', field: second, message, hint });
}
