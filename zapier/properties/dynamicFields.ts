import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';

import type { InputField } from '../../shared/fields';
import type { DesignField } from '../../shared/design/fields';
import { withSession } from '../transport/session';
import { templateFieldKey } from '../input/collectInput';
import { fieldValuesByIdHelp, templateFieldHelp } from './helpTexts';
import { helpTextFields } from './copyFields';

/**
 * Inputs for the fields of the chosen template, which Zapier loads again when the template changes. If
 * the fields are unknown, users enter pairs of field ID and value.
 * @param templateRequired whether there are no inputs until a template is chosen
 */
export function dynamicTemplateFields(key: string, field: InputField, templateRequired: boolean) {
  const byId = [fieldValuesById(key, field)];
  return async (z: ZObject, bundle: Bundle): Promise<PlainInputField[]> => {
    const { templateId } = bundle.inputData;
    if (!isTemplateId(templateId)) return templateRequired ? [] : byId;
    const fields = await withSession(z, bundle, ({ templates }) =>
      templates.fields(String(templateId)),
    );
    return fields === undefined || fields.length === 0
      ? byId
      : [...helpTextFields(key, field), ...fields.map(templateFieldInput)];
  };
}

/** Whether a template is chosen; an ID that looks like a number may come as one. */
export function isTemplateId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function templateFieldInput(field: DesignField): PlainInputField {
  return {
    key: templateFieldKey(field.id),
    label: field.label,
    type: 'string',
    required: false,
    helpText: templateFieldHelp(field),
  };
}

function fieldValuesById(key: string, field: InputField): PlainInputField {
  return {
    key,
    label: field.label,
    dict: true,
    required: false,
    helpText: fieldValuesByIdHelp(field),
  };
}
