import * as field from '../../fields';
import { ServiceError } from '../../errors/serviceError';
import { defineOperation } from '../operation';
import { patchTemplate } from '../../api/templates';
import { prepareDesign, uploadImages } from './design';
import { designInputs, templateId } from './inputs';
import { templateFields, templateOutput, templateSample } from './output';
import { previewChange } from './preview';

export const update = defineOperation({
  resource: 'template',
  key: 'update',
  label: 'Update',
  action: 'Update template',
  description:
    'Change a template and the cards issued from it. On Wallet B (Android), some parts change only with the next update of a pass.',
  details: `Wallet A (iPhone) refreshes every card. Wallet B (Android) shows changes to the parts of a single pass once that pass is updated. Rows, back fields and locations are replaced as a whole. A row or back field keeps its values under a new label that has something in common with the old one, such as *Bonus points* for *Points*; otherwise, enter its 'Field ID'. A preview shows which fields the card would lose, and how many passes the change reaches.`,
  effect: 'write',
  serialBy: 'template',
  refreshPlanBeforeRun: true,
  endpoints: ['PATCH /templates/{id}', 'GET /templates/{id}'],
  testEffect: 'changes real cards',
  zapier: {
    kind: 'create',
    key: 'update_template',
    label: 'Update Template',
    noun: 'Template',
    description: 'Updates a template and the cards issued from it.',
    intro:
      "Rows, back fields and locations are replaced as a whole. 'Preview Only' shows what the cards would lose.",
  },
  input: {
    templateId,
    name: field.text({
      label: 'Name',
      section: 'changes',
      placeholder: 'e.g. Coffee Club',
      description: 'New name of the template',
    }),
    clearLocations: field.boolean({
      label: 'Clear Locations',
      section: 'changes',
      default: false,
      description: 'remove all locations from the template',
    }),
    useStampCollection: field.choice({
      label: 'Stamp Card',
      section: 'changes',
      default: 'keep',
      description: "To turn it on or change its size, use 'Stamp Card Size'",
      options: [
        { value: 'keep', label: 'Keep' },
        {
          value: 'turnOff',
          label: 'Turn Off',
          inHelp: true,
          description: 'Every holder of a card from this template loses the stamp card',
        },
      ],
    }),
    ...designInputs,
  },
  output: { returns: 'one', fields: templateFields, sample: templateSample },

  async prepare(context, input) {
    const { changes, images } = await prepareDesign(context, input, {
      templateId: input.templateId,
    });
    const { templateId, name, locations, clearLocations } = input;
    if (locations.length > 0 || clearLocations) changes.locations = locations;
    const isEmpty = Object.keys(changes).length === 0 && images.length === 0;
    if (name === undefined && isEmpty) throw nothingToChange();
    return { templateId, name, changes, images };
  },

  preview: { details: previewChange },

  async run(context, { templateId, name, changes, images }) {
    const { client, templates } = context;
    const pass = { ...changes, ...(await uploadImages(context, images, templateId)) };
    const body = {
      ...(name === undefined ? {} : { name }),
      ...(Object.keys(pass).length > 0 ? { pass } : {}),
    };
    const template = await patchTemplate(client, templateId, body).finally(() =>
      templates.forget(templateId),
    );
    return templateOutput(template);
  },
});

function nothingToChange(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'name',
    message: 'There is nothing to change: every value is empty',
    fix: 'Enter a new name or at least one part of the design.',
  });
}
