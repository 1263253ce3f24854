import type { InputField, InputFields } from '../../shared/fields';
import { type Control, baseProps, PASS_GROUP } from './control';
import { dropdown, templateListKeys, hasTemplateFields, templateDropdown } from './refs';

/** One pass: a pass ID, or a template with an external ID or with the contact of its holder. */
export const passRef: Control<'passRef'> = {
  inputFields(_key, { requiresFeature, combines: { passId, externalId, contact } }, inputs) {
    const common = { group: PASS_GROUP.key, required: false };
    const otherWay = (key: string, field: InputField, instead: InputField) => {
      const { helpText = '', ...props } = baseProps(key, field);
      const or = `Or fill '${passId.label}' or '${instead.label}'.`;
      return { ...props, ...common, type: 'string' as const, helpText: `${helpText} ${or}` };
    };
    const effect = hasTemplateFields(inputs)
      ? 'Its fields appear below, and its passes in the list.'
      : 'Its passes appear in the list.';
    return [
      {
        ...common,
        key: 'templateId',
        label: 'Template',
        ...templateDropdown(requiresFeature, inputs),
        helpText: `Template of the pass. ${effect} Required to find a pass by '${externalId.label}' or '${contact.label}'.`,
      },
      {
        ...common,
        key: 'passId',
        label: passId.label,
        ...dropdown(`${templateListKeys(requiresFeature).passes}.id.label`, 'find_pass'),
        helpText:
          'One of the newest passes; without a template, of the ten newest templates. Or enter a pass ID, or fill one of the next two with a template.',
      },
      otherWay('externalId', externalId, contact),
      otherWay('contact', contact, externalId),
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
