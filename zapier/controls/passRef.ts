import type { InputField, InputFields } from '../../shared/fields';
import type { Control } from './control';
import { dropdown } from './dropdown';
import { PASS_GROUP } from './groups';
import { templateListKeys } from './listKeys';
import { hasTemplateFields, templateDropdown } from './templateRef';

const EITHER = "Enter a 'Pass ID', or an 'External ID' together with its 'Template'.";

/** One pass: a pass ID, or an external ID with its template. */
export const passRef: Control<'passRef'> = {
  inputFields(_key, { requiresFeature }, inputs) {
    const purpose = hasTemplateFields(inputs)
      ? 'Determines the fields below and filters'
      : 'Filters';
    const common = { group: PASS_GROUP.key, required: false };
    return [
      {
        ...common,
        key: 'templateId',
        label: 'Template',
        ...templateDropdown(requiresFeature, inputs),
        helpText: `Template the pass was issued from. ${purpose} the list of passes. Required with an 'External ID'.`,
      },
      {
        ...common,
        key: 'passId',
        label: 'Pass ID',
        ...dropdown(`${templateListKeys(requiresFeature).passes}.id.label`, 'find_pass'),
        helpText: `${EITHER} The list shows the newest passes. For any other pass, map or enter its ID as a custom value.`,
      },
      {
        ...common,
        key: 'externalId',
        label: 'External ID',
        type: 'string',
        placeholder: 'e.g. M-0042',
        helpText: `Your own ID for the pass, set when it was issued. ${EITHER} If both are set, the 'Pass ID' is used.`,
      },
    ];
  },
  collect: (values, _key, { combines }) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => key in combines)),
};

/** The inputs by the keys of the form: for a pass, those that identify it. */
export function formInputs(inputs: InputFields): [key: string, field: InputField][] {
  return Object.entries(inputs).flatMap(([key, field]) =>
    field.kind === 'passRef' ? Object.entries(field.combines) : [[key, field]],
  );
}
