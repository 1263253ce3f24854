import * as field from '../../fields';
import { defineOperation } from '../operation';
import { postTemplate } from '../../api/templates';
import { prepareDesign, uploadImages } from './design';
import { designInputs, typeOptions } from './inputs';
import { templateFields, templateOutput, templateSample } from './output';
import { previewNewDesign } from './preview';

export const create = defineOperation({
  resource: 'template',
  key: 'create',
  label: 'Create',
  action: 'Create template',
  description:
    'Create a template (card design). Anything left empty uses the default design of the type.',
  details:
    'A preview shows the design that would be sent, and which parts are left to the default design of the type.',
  effect: 'write',
  endpoints: ['POST /templates'],
  testEffect: 'creates a real template',
  zapier: {
    kind: 'create',
    key: 'create_template',
    label: 'Create Template',
    noun: 'Template',
    description: 'Creates a template (card design) that passes can be issued from.',
    intro: 'Anything you leave empty uses the default design of the type.',
  },
  input: {
    name: field.required(field.text({ label: 'Name', placeholder: 'e.g. Coffee Club' })),
    type: field.required(
      field.choice({
        label: 'Type',
        description: "Kind of card; it can't be changed later",
        options: typeOptions,
      }),
    ),
    ...designInputs,
  },
  output: { returns: 'one', fields: templateFields, sample: templateSample },

  async prepare(context, input) {
    const { changes, images } = await prepareDesign(context, input, { type: input.type });
    const { name, type, locations } = input;
    // A check has ensured that this is a list of objects.
    const { locations: ofJson = [], ...design } = changes as { locations?: typeof locations };
    return { name, type, design, images, locations: locations.length > 0 ? locations : ofJson };
  },

  preview: { details: (_context, plan) => previewNewDesign(plan) },

  async run(context, { name, type, design, images, locations }) {
    const { client } = context;
    const pass = { ...design, ...(await uploadImages(context, images)) };
    const template = await postTemplate(client, {
      name,
      type,
      ...(Object.keys(pass).length > 0 ? { pass } : {}),
      // A new template has no locations to clear.
      ...(locations.length > 0 ? { locations } : {}),
    });
    return templateOutput(template);
  },
});
