import * as field from '../../fields';
import { defineOperation } from '../operation';
import { readTemplates } from '../../api/templates';
import { typeOptions } from './inputs';
import { templateFields, templateOutput, templateSample } from './output';

export const getAll = defineOperation({
  resource: 'template',
  key: 'getAll',
  label: 'Get Many',
  action: 'Get many templates',
  description: 'Get many templates, newest first',
  effect: 'read',
  endpoints: ['GET /templates'],
  input: {
    limit: field.limit(),
    type: field.choices({
      label: 'Types',
      section: 'filters',
      description: 'Only templates of these types',
      options: typeOptions,
    }),
  },
  output: { returns: 'many', fields: templateFields, sample: templateSample },

  async run({ client }, { limit, type }) {
    const types: readonly string[] | undefined = type;
    const found = await readTemplates(client, (one) => types?.includes(one.type) ?? true, limit);
    return found.map(templateOutput);
  },
});
