import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';

import type { InputField } from '../../shared/fields';
import type { DesignField } from '../../shared/service/design';
import { withSession } from '../transport/session';
import { sentence } from '../errors/wording';
import { designFields } from './designFields';
import { keyOfField } from '../input/fieldKeys';
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
    const fields = await withSession(z, bundle, (context) =>
      designFields(context, String(templateId)),
    );
    return fields === undefined || fields.length === 0
      ? typed
      : [...inputNote(key, field), ...fields.map(asInput)];
  };
}

function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

const PLACES: Record<DesignField['place'], string> = {
  header: 'The headline of the pass',
  row: 'On the front of the pass',
  back: 'On the back of the pass',
  none: 'Belongs to this type of pass; the design does not show it',
};

function asInput({ id, label, place }: DesignField): PlainInputField {
  return {
    key: keyOfField(id),
    label,
    type: 'string',
    required: false,
    helpText: `${PLACES[place]}. Field ID: \`${id.replaceAll('`', "'")}\``,
  };
}

function typedValues(key: string, { label, description }: InputField): PlainInputField {
  const what = description ? `${sentence(description)} ` : '';
  return {
    key,
    label,
    dict: true,
    required: false,
    helpText: `${what}They cannot be listed here (no template is chosen, its design cannot be read, or the API key lacks the scope \`templates.viewAll\`): give the ID of each field, and its value.`,
  };
}
