import * as field from '../../fields';
import { ServiceFailure } from '../../http/failures';
import { designChanges, IMAGE_KEYS } from '../../service/designChanges';
import { defineOperation } from '../operation';
import { patchTemplate } from './calls';
import { checkAgainstCurrent, checkDesign, checkImages, designObject } from './design';
import type { DesignInputs } from './design';
import { designInputKeys, designInputs, templateId } from './inputs';
import { templateFields, templateOutput, templateSample } from './output';

export const update = defineOperation({
  resource: 'template',
  key: 'update',
  label: 'Update',
  action: 'Update a template',
  description:
    'Change a card design; every card made from it follows. Rows, back fields and locations are replaced whole, the rest is changed piece by piece.',
  effect: 'write',
  scopes: ['templates.edit', 'templates.viewAll'],
  repeat: 'free',
  zapier: {
    kind: 'create',
    key: 'update_template',
    label: 'Update Template',
    noun: 'Template',
    description: 'Updates a card design; every card made from it follows.',
  },
  input: {
    templateId,
    name: field.text({
      label: 'Name',
      group: 'updateFields',
      description: 'New name of the template',
    }),
    clearLocations: field.boolean({
      label: 'Clear Locations',
      group: 'updateFields',
      default: false,
      description: 'Whether to take all locations off the template',
    }),
    ...designInputs,
  },
  output: { returns: 'one', fields: templateFields, sample: templateSample },
  lane: ({ templateId }) => `template:${templateId}`,

  checks: [
    {
      inputs: ['templateId', 'name', 'clearLocations', ...designInputKeys],
      async run(context, input) {
        checkChange(input);
        await checkAgainstCurrent(context, input, input.templateId);
        await checkImages(input);
      },
    },
  ],

  async run(context, input) {
    const { templateId, name, locations, clearLocations } = input;
    const design = await designObject(context, input, templateId);
    const places = locations.length > 0 || clearLocations ? { locations } : {};
    const pass = { ...design, ...places };
    const body = {
      ...(name === undefined ? {} : { name }),
      ...(Object.keys(pass).length > 0 ? { pass } : {}),
    };
    return templateOutput(await patchTemplate(context.client, templateId, body));
  },
});

type Change = DesignInputs & { name?: string; clearLocations: boolean };

function checkChange(input: Change): void {
  checkDesign(input);
  const { name, clearLocations, locations } = input;
  const design = Object.keys(designChanges(input, undefined)).length > 0;
  const image = IMAGE_KEYS.some((key) => input[key] !== undefined);
  if (name === undefined && !design && !image && locations.length === 0 && !clearLocations) {
    throw nothingToChange();
  }
}

function nothingToChange(): ServiceFailure {
  return new ServiceFailure({
    kind: 'invalidInput',
    field: 'name',
    what: 'There is nothing to change: every value is empty',
    fix: 'Give a new name or at least one part of the design.',
  });
}
