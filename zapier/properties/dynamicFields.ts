import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';

import type { InputField } from '../../shared/fields';
import type { DesignField } from '../../shared/service/design';
import { withSession } from '../transport/session';
import { templateFieldKey } from '../../shared/engine/flatInput';
import { fieldValuesByIdHelp, templateFieldHelp } from '../../shared/engine/helpTexts';
import { inputNote } from './notes';

/**
 * Input fields for the fields of the chosen template: Zapier asks for them anew whenever the
 * template changes. Where they cannot be known, values are typed as field ID and value.
 * @param templateRequired whether to wait for a template; else values can be typed without one
 */
export function templateFields(key: string, field: InputField, templateRequired: boolean) {
  const typed = [typedValues(key, field)];
  return async (z: ZObject, bundle: Bundle): Promise<PlainInputField[]> => {
    const { templateId } = bundle.inputData;
    if (!isId(templateId)) return templateRequired ? [] : typed;
    const fields = await withSession(z, bundle, ({ templates }) =>
      templates.fields(String(templateId)),
    );
    return fields === undefined || fields.length === 0
      ? typed
      : [...inputNote(key, field), ...fields.map(asInput)];
  };
}

function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function asInput(field: DesignField): PlainInputField {
  return {
    key: templateFieldKey(field.id),
    label: field.label,
    type: 'string',
    required: false,
    helpText: templateFieldHelp(field),
  };
}

function typedValues(key: string, field: InputField): PlainInputField {
  return {
    key,
    label: field.label,
    dict: true,
    required: false,
    helpText: fieldValuesByIdHelp(field),
  };
}
