import type { PassRef } from '../../service/passRef';
import { routeFieldValues } from '../../service/fieldRouting';
import type { PassChanges } from '../../service/requests';
import type { InputCheck, OperationContext } from '../operation';

/** What a person filled in for one pass, before it is sorted for the service. */
export interface PassValues {
  fieldValues: Record<string, unknown>;
  unknownFields: 'refuse' | 'leaveOut';
  validFrom?: string;
  validUntil?: string;
}

/** The parts of a request that carry values, empty bags left out. */
export interface ValueGroups {
  templateFields?: Record<string, string | number>;
  customFields?: Record<string, string | number>;
}

/**
 * Sorts field values by the template's design and adds the validity dates, which travel with them.
 * The template is read only if there is a value to sort.
 * @throws {import('../../errors/serviceError').ServiceError} naming the field that does not fit
 */
export async function groupValues(
  { templates }: OperationContext,
  templateId: string | undefined,
  values: PassValues,
): Promise<{ bags: ValueGroups; leftOut?: string[] }> {
  const given = Object.keys(values.fieldValues).length > 0;
  const design = given && templateId !== undefined ? await templates.design(templateId) : undefined;
  const routed = routeFieldValues(design, values.fieldValues, values.unknownFields);
  const { validFrom, validUntil } = values;
  const templateFields = {
    ...routed.templateFields,
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validUntil === undefined ? {} : { validUntil }),
  };
  return {
    bags: {
      templateFields: orUndefined(templateFields),
      customFields: orUndefined(routed.customFields),
    },
    leftOut: routed.leftOut.length > 0 ? routed.leftOut : undefined,
  };
}

/** Refuses field values that do not fit the template's design. */
export const fieldValuesCheck: InputCheck<PassValues & { templateId: string }> = {
  inputs: ['templateId', 'fieldValues', 'unknownFields'],
  async run(context, input) {
    await groupValues(context, input.templateId, input);
  },
};

/**
 * The changes to a pass that exists already: what it earned or was given since stays, unless the
 * user says otherwise (docs/service.md#repeated-syncs-overwrite-live-values).
 */
export function changesToExisting(changes: PassChanges, writeLiveValues: boolean): PassChanges {
  if (writeLiveValues) return changes;
  const { collectedStamps: _stamps, isValid: _isValid, templateFields, ...rest } = changes;
  const {
    balance: _balance,
    validFrom: _from,
    validUntil: _until,
    ...steady
  } = templateFields ?? {};
  return { ...rest, templateFields: orUndefined(steady) };
}

/** Items for one pass run one at a time, in any order (docs/service.md#concurrent-changes-to-one-pass). */
export function passKey(ref: PassRef): string {
  return ref.by === 'id' ? `pass:${ref.passId}` : externalIdKey(ref.templateId, ref.externalId);
}

export function externalIdKey(templateId: string, externalId: string): string {
  return `pass:${templateId}/${externalId}`;
}

function orUndefined<T extends object>(bag: T): T | undefined {
  return Object.keys(bag).length === 0 ? undefined : bag;
}
