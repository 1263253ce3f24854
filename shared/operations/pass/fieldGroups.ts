import { copiedToTemplateFields } from '../../design/rowValues';
import { routeFieldValues, type UnknownFields } from '../../design/routing';
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
export async function toFieldGroups(
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
    ...copiedToTemplateFields(design, routed.customFields),
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

/** Absent from a request if it has no value. */
export function nonEmpty<T extends object>(values: T): T | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}
