import * as field from '../../fields';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import { duplicateTemplate } from '../../api/templates';
import { templateId } from './inputs';
import { templateFields, templateOutput, templateSample } from './output';
import { previewCopy } from './preview';

export const duplicate = defineOperation({
  resource: 'template',
  key: 'duplicate',
  label: 'Duplicate',
  action: 'Duplicate template',
  description:
    'Copy a template with its images and settings; its passes and members stay with the original',
  details: 'A preview shows the design of the copy, if the key has `templates.viewAll`.',
  effect: 'write',
  endpoints: ['POST /templates/{id}/duplicate'],
  testEffect: 'creates a real template',
  zapier: {
    kind: 'create',
    key: 'duplicate_template',
    label: 'Duplicate Template',
    noun: 'Template',
    description: 'Duplicates a template with its images and settings.',
    intro: 'Passes and members stay with the original template.',
  },
  input: {
    templateId,
    name: field.required(
      field.text({
        label: 'Name',
        maxLength: LIMITS.templateDuplicateNameLength,
        placeholder: 'e.g. Coffee Club 2027',
        description: 'Name of the copy, up to 200 characters',
      }),
    ),
  },
  output: { returns: 'one', fields: templateFields, sample: templateSample },

  preview: { details: previewCopy },

  async run({ client }, { templateId, name }) {
    return templateOutput(await duplicateTemplate(client, templateId, name));
  },
});
