import { type DesignField, readDesign } from '../../design/fields';
import { parseJson } from '../../runtime/records';
import type { Template } from '../../service/schemas';
import { type Output, type OutputFields, toOutput } from '../../fields/output';

/** Parses the template's JSON strings, so that a later step can change the design and pass it to Update. */
export function templateOutput({ pass, enrollForm, passPage, ...template }: Template): Output {
  const design = readDesign({ ...template, pass });
  return toOutput(
    {
      ...template,
      design: parsed(pass),
      signUpForm: parsed(enrollForm),
      passPageDesign: parsed(passPage),
      fields: fieldsOutput(design.fields),
      stampCount: design.stampCount,
    },
    templateFields,
  );
}

/** The fields of a card. */
export function fieldsOutput(fields: readonly DesignField[]): Output[] {
  return fields.map(({ id, label, place }) => ({ id, label, place }));
}

/** Text that is not JSON stays as it is. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

export const templateFields = {
  id: { label: 'Template ID', type: 'string', always: true },
  name: { label: 'Name', type: 'string', always: true },
  type: { label: 'Type', type: 'string', always: true },
  fields: {
    label: 'Fields',
    type: 'list',
    always: true,
    fields: {
      id: { label: 'ID', type: 'string', always: true },
      label: { label: 'Label', type: 'string', always: true },
      place: { label: 'Position', type: 'string', always: true },
    },
  },
  stampCount: { label: 'Stamp Card Size', type: 'integer' },
  created: { label: 'Created', type: 'datetime' },
  updated: { label: 'Updated', type: 'datetime' },
  design: { label: 'Design', type: 'object', omitFromSimplified: true },
  signUpForm: { label: 'Sign-Up Form', type: 'object', omitFromSimplified: true },
  passPageDesign: { label: 'Pass Page Design', type: 'object', omitFromSimplified: true },
} satisfies OutputFields;

export const templateSample = {
  id: 'tpl_8c2e91',
  name: 'Harbor Library Card',
  type: 'generic',
  fields: [{ id: 'memberNumber', label: 'Member number', place: 'header' }],
  created: '2026-03-12T10:20:00.000Z',
  updated: '2026-03-13T10:20:00.000Z',
};
