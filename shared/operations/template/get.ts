import { defineOperation } from '../operation';
import { templateId } from './inputs';
import { templateFields, templateOutput, templateSample } from './output';

export const get = defineOperation({
  resource: 'template',
  key: 'get',
  label: 'Get',
  action: 'Get template',
  description: 'Get a template and its fields',
  effect: 'read',
  endpoints: ['GET /templates/{id}'],
  input: { templateId },
  output: { returns: 'one', fields: templateFields, sample: templateSample },

  async run({ templates }, { templateId }) {
    return templateOutput(await templates.get(templateId));
  },
});
