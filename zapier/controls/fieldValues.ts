import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';

import type { InputField } from '../../shared/fields';
import { isRecord } from '../../shared/runtime/records';
import type { DesignField } from '../../shared/design/fields';
import { chosenTemplateId, withStepContext } from '../transport/stepContext';
import { type Control, helpTextFields } from './control';

/**
 * Inputs for the fields of the chosen template, which Zapier loads again when the template changes. If
 * the fields are unknown, users enter pairs of field ID and value.
 */
export const fieldValues: Control<'fieldValues'> = {
  inputFields(key, field, { templateId: template }) {
    const byId = [fieldValuesById(key, field)];
    return [
      async (z: ZObject, bundle: Bundle): Promise<PlainInputField[]> => {
        const templateId = chosenTemplateId(bundle.inputData);
        if (templateId === undefined) return template?.required ? [] : byId;
        const fields = await withStepContext(z, bundle, ({ templates }) =>
          templates.fields(templateId),
        );
        return fields === undefined || fields.length === 0
          ? byId
          : [...helpTextFields(key, field), ...fields.map(templateFieldInput)];
      },
    ];
  },
  /** Values entered by field ID, then those of the template's own inputs, which take precedence. */
  collect(values, key) {
    const byId = values[key];
    if (byId !== undefined && !isRecord(byId)) return byId;
    const ofTemplate = Object.entries(values).flatMap(([inputKey, value]) => {
      const id = templateFieldId(inputKey);
      return id === undefined ? [] : [[id, value] as const];
    });
    const all = { ...byId, ...Object.fromEntries(ofTemplate) };
    return Object.keys(all).length === 0 ? undefined : all;
  },
};

const PLACE_TEXTS: Record<DesignField['place'], string> = {
  header: 'The headline of the pass',
  row: 'On the front of the pass',
  back: 'On the back of the pass',
  none: "Belongs to this type of pass; the design doesn't show it",
};

function templateFieldInput({ id, label, place }: DesignField): PlainInputField {
  return {
    key: templateFieldKey(id),
    label,
    type: 'string',
    required: false,
    helpText: `${PLACE_TEXTS[place]}. Field ID: \`${id.replaceAll('`', "'")}\``,
  };
}

/** For fields that are unknown. */
function fieldValuesById(key: string, { label }: InputField): PlainInputField {
  return {
    key,
    label,
    dict: true,
    required: false,
    helpText:
      'Enter the ID and value of each field. To see your fields by name, choose a template. The key needs the scope `templates.viewAll`.',
  };
}

/**
 * Keys of the inputs for template fields. Field IDs may contain any characters; form keys are
 * limited to letters, digits and single underscores, because two in a row mean a nested value.
 *
 * `Z` escapes: `memberNumber` stays `memberNumber`, `größe` becomes `grZ00f6Z00dfe`.
 */
const FIELD_KEY_PREFIX = 'field_';
const ESCAPED_CHARACTERS = /[^0-9A-Ya-z_]|_(?=_)|^_|_$/g;

/** The input key for a template field. Different IDs have different keys. */
export function templateFieldKey(id: string): string {
  // One UTF-16 unit as `Z` and four hexadecimal digits.
  const escaped = (unit: string) => `Z${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return FIELD_KEY_PREFIX + id.replace(ESCAPED_CHARACTERS, escaped);
}

/** The field ID of a key; `undefined` for the key of any other input. */
export function templateFieldId(key: string): string | undefined {
  if (!key.startsWith(FIELD_KEY_PREFIX)) return undefined;
  return key
    .slice(FIELD_KEY_PREFIX.length)
    .replace(/Z([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
