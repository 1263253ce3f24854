import { readDesign } from '../../design/fields';
import { isoFromEpoch } from '../../service/dates';
import { parseJson } from '../../runtime/parseJson';
import type { Template } from '../../service/schemas';
import { type Output, type OutputFields } from '../../fields/output';
import { compact } from '../../runtime/records';

/**
 * Adds the template's JSON strings as parsed objects, so that a later step can change the design and
 * pass it to Update.
 */
export function templateOutput(template: Template): Output {
  const design = readDesign(template);
  return compact({
    ...template,
    design: parsed(template.pass),
    signUpForm: parsed(template.enrollForm),
    passPageDesign: parsed(template.passPage),
    fields: design.fields.map(({ id, label, place }) => ({ id, label, place })),
    stampCount: design.stampCount,
    createdIso: isoFromEpoch(template.created),
    updatedIso: isoFromEpoch(template.updated),
  });
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : (value ?? undefined);
}

export const templateFields = {
  id: { label: 'Template ID', type: 'string', always: true, simple: true },
  name: { label: 'Name', type: 'string', always: true, simple: true },
  type: { label: 'Type', type: 'string', always: true, simple: true },
  fields: {
    label: 'Fields',
    type: 'list',
    always: true,
    simple: true,
    fields: {
      id: { label: 'ID', type: 'string', always: true },
      label: { label: 'Label', type: 'string', always: true },
      place: { label: 'Position', type: 'string', always: true },
    },
  },
  stampCount: { label: 'Stamp Card Size', type: 'integer', simple: true },
  createdIso: { label: 'Created', type: 'datetime', simple: true },
  updatedIso: { label: 'Updated', type: 'datetime', simple: true },
  design: { label: 'Design', type: 'object', replacesKey: 'pass' },
  signUpForm: { label: 'Sign-Up Form', type: 'object', replacesKey: 'enrollForm' },
  passPageDesign: { label: 'Pass Page Design', type: 'object', replacesKey: 'passPage' },
  created: { label: 'Created (Epoch Milliseconds)', type: 'integer' },
  updated: { label: 'Updated (Epoch Milliseconds)', type: 'integer' },
} satisfies OutputFields;

export const templateSample = {
  id: 'tpl_8c2e91',
  name: 'Harbour Library Card',
  type: 'generic',
  fields: [{ id: 'memberNumber', label: 'Member number', place: 'header' }],
  createdIso: '2026-03-12T10:20:00.000Z',
  updatedIso: '2026-03-13T10:20:00.000Z',
};
