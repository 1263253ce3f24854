import { copiedToTemplateFields } from '../../design/rowValues';
import { routeFieldValues, type UnknownFields } from '../../design/routing';
import { undefinedIfEmpty } from '../../runtime/records';
import type { Context } from '../context';

/** Input values of one pass. */
export interface PassValues {
  fieldValues: Record<string, unknown>;
  unknownFields: UnknownFields;
  /** ISO 8601 in UTC, as is `validUntil`. */
  validFrom?: string;
  validUntil?: string;
}

/** The parts of a request that contain values; empty parts are `undefined`. */
interface ValueGroups {
  templateFields?: Record<string, string | number>;
  customFields?: Record<string, string | number>;
}

/**
 * Puts each field value into the group that the template's design says. Values of custom fields are copied to
 * `templateFields`, too, where lists show them (see `copiedToTemplateFields`). Validity dates go there as well. Reads
 * the template only if there are field values.
 * @returns `skippedFields`: names of unknown fields that were not assigned
 * @throws {import('../../errors/serviceError').ServiceError} `invalidInput` naming every refused field value
 */
export async function toValueGroups(
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
      templateFields: undefinedIfEmpty(templateFields),
      customFields: undefinedIfEmpty(routed.customFields),
    },
    skippedFields: undefinedIfEmpty(routed.skippedFields),
  };
}
