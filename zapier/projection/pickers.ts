import type { PlainInputField } from 'zapier-platform-core';

import type { FieldTexts } from '../../shared/fields';
import { PASS_GROUP } from './groups';
import { helpText } from './helpTexts';
import { searchConnector } from './offered';

/** Inputs that point at something of the service: a dropdown, a search to add, or a typed ID. */

const NO_SCOPE =
  'The list needs an API key with the scope `templates.viewAll`; without it, enter the ID as a custom value.';

/** @param alters whether further fields depend on the template */
export function templatePicker(
  key: string,
  texts: FieldTexts & { required: boolean },
  alters: boolean,
): PlainInputField {
  return {
    key,
    label: texts.label,
    type: 'string',
    required: texts.required,
    dynamic: 'template_list.id.name',
    ...searchConnector('find_template'),
    ...(alters ? { altersDynamicFields: true } : {}),
    helpText: [helpText(texts), NO_SCOPE].filter(Boolean).join(' '),
  };
}

/** A pass by its ID alone. No search to add: this is what stands in the search itself. */
export function passPicker(key: string, texts: FieldTexts): PlainInputField {
  const help = helpText(texts);
  return {
    key,
    type: 'string',
    dynamic: 'pass_list.id.label',
    ...(help === undefined ? {} : { helpText: help }),
  };
}

const EITHER = "Give a 'Pass ID', or an 'External ID' together with its 'Template'.";

/** The inputs a pass reference spreads over (design.md, section 3: never by external ID alone). */
export function passInputs(alters: boolean): PlainInputField[] {
  const group = PASS_GROUP.key;
  const why = alters ? 'It also tells which fields there are, and' : 'It';
  return [
    {
      ...templatePicker(
        'templateId',
        {
          label: 'Template',
          required: false,
          description: `The template the pass was made from. ${why} narrows the list of passes. Needed with an 'External ID'`,
        },
        alters,
      ),
      group,
    },
    {
      key: 'passId',
      group,
      label: 'Pass ID',
      type: 'string',
      required: false,
      dynamic: 'pass_list.id.label',
      ...searchConnector('find_pass'),
      helpText: `${EITHER} The list shows the newest passes; any Pass ID can be given as a custom value, e.g. from an earlier step.`,
    },
    {
      key: 'externalId',
      group,
      label: 'External ID',
      type: 'string',
      required: false,
      placeholder: 'e.g. M-0042',
      helpText: `Your own reference, given when the pass was issued. ${EITHER} With both, the 'Pass ID' counts.`,
    },
  ];
}
