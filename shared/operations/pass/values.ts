import { isValidity } from '../../design/fields';
import { mirrored } from '../../design/listedValues';
import { routeFieldValues, type UnknownFields } from '../../design/routing';
import type { PassChanges } from '../../service/requests';
import type { Context } from '../context';

/** Input values of one pass. */
export interface PassValues {
  fieldValues: Record<string, unknown>;
  unknownFields: UnknownFields;
  /** ISO 8601 in UTC, as is `validUntil`. */
  validFrom?: string;
  validUntil?: string;
}

/** The parts of a request that contain values; empty ones are `undefined`. */
interface ValueGroups {
  templateFields?: Record<string, string | number>;
  customFields?: Record<string, string | number>;
}

/**
 * Assigns field values to `templateFields` or `customFields` by the template's design, those of the latter to both,
 * and adds the validity dates to `templateFields`. Reads the template only if there are field values.
 * @returns `skippedFields`: names of unknown fields that were not assigned
 * @throws {import('../../errors/serviceError').ServiceError} `invalidInput` naming every refused field value
 */
export async function groupValues(
  { templates }: Context,
  templateId: string | undefined,
  values: PassValues,
): Promise<{ valueGroups: ValueGroups; skippedFields?: string[] }> {
  const hasValues = Object.keys(values.fieldValues).length > 0;
  const design =
    hasValues && templateId !== undefined ? await templates.design(templateId) : undefined;
  const routed = routeFieldValues(design, values.fieldValues, values.unknownFields);
  const { validFrom, validUntil } = values;
  const templateFields = {
    ...mirrored(design, routed.customFields),
    ...routed.templateFields,
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validUntil === undefined ? {} : { validUntil }),
  };
  return {
    valueGroups: {
      templateFields: nonEmpty(templateFields),
      customFields: nonEmpty(routed.customFields),
    },
    skippedFields: routed.skippedFields.length > 0 ? routed.skippedFields : undefined,
  };
}

/** Values that change through use. */
type LiveValue = 'balance' | 'stamps' | 'validity';

/**
 * Leaves balance, stamps and validity of an existing pass alone, but for those that it is to get
 * (docs/service.md#repeated-syncs-overwrite-live-values).
 * @returns `kept`: the values that it does not get
 */
export function changesToExisting(
  { collectedStamps, templateFields = {}, ...others }: PassChanges,
  overwritten: readonly LiveValue[],
): { changes: PassChanges; kept: PassChanges } {
  const isKept = (id: string) => {
    const value = id === 'balance' ? 'balance' : isValidity(id) ? 'validity' : undefined;
    return value !== undefined && !overwritten.includes(value);
  };
  const values = Object.entries(templateFields);
  const groupOf = (entries: typeof values) => nonEmpty(Object.fromEntries(entries));
  const stamps = { collectedStamps };
  const getsStamps = overwritten.includes('stamps');
  return {
    changes: {
      ...others,
      ...(getsStamps && stamps),
      templateFields: groupOf(values.filter(([id]) => !isKept(id))),
    },
    kept: {
      ...(!getsStamps && stamps),
      templateFields: groupOf(values.filter(([id]) => isKept(id))),
    },
  };
}

/** The changes, which also make a pass valid again: with the period of validity, if the values have one. */
export function reactivating(
  changes: PassChanges,
  { templateFields = {} }: PassChanges,
): PassChanges {
  const dates = Object.entries(templateFields).filter(([id]) => isValidity(id));
  const values = { ...changes.templateFields, ...Object.fromEntries(dates) };
  return { ...changes, isValid: true, templateFields: nonEmpty(values) };
}

function nonEmpty<T extends object>(values: T): T | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}
