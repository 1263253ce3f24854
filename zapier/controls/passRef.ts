import type { InputField, InputFields } from '../../shared/fields';
import { type Control, baseProps, PASS_GROUP } from './control';
import { dropdown, templateListKeys, hasTemplateFields, templateDropdown } from './refs';

/** One pass: a pass ID, or a template with an external ID or with the contact of its holder. */
export const passRef: Control<'passRef'> = {
  inputFields(_key, { requiresFeature, combines }, inputs) {
    const purpose = hasTemplateFields(inputs)
      ? 'Determines the fields below and the passes in the list'
      : 'Determines the passes in the list';
    const common = { group: PASS_GROUP.key, required: false };
    return [
      {
        ...common,
        key: 'templateId',
        label: 'Template',
        ...templateDropdown(requiresFeature, inputs),
        helpText: `${purpose}. Required with 'External ID' and '${combines.contact.label}'.`,
      },
      {
        ...common,
        key: 'passId',
        label: 'Pass',
        ...dropdown(`${templateListKeys(requiresFeature).passes}.id.label`, 'find_pass'),
        helpText: `Required, or fill 'Template' and 'External ID' or '${combines.contact.label}'. The list shows the newest passes; for others, enter the pass ID.`,
      },
      { ...baseProps('externalId', combines.externalId), ...common, type: 'string' },
      { ...baseProps('contact', combines.contact), ...common, type: 'string' },
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
