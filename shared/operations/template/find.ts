import * as field from '../../fields';
import { defineOperation } from '../operation';
import { readTemplates } from '../../api/templates';
import { comparable } from '../../service/text';
import { templateFields, templateOutput, templateSample } from './output';

/** Finds by exact name, so that a Zap can choose the template by a name from an earlier step. */
export const find = defineOperation({
  resource: 'template',
  key: 'find',
  label: 'Find',
  action: 'Find template',
  description: 'Find a template by its name',
  effect: 'read',
  endpoints: ['GET /templates'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_template',
    label: 'Find Template',
    noun: 'Template',
    description: 'Finds a template by its name.',
    orCreate: {
      key: 'create_template',
      label: 'Find or Create Template',
      description: "Finds a template by its name, or creates one if there's no match.",
    },
  },
  input: {
    name: field.required(
      field.text({
        label: 'Name',
        identifies: 'name',
        placeholder: 'e.g. Coffee Club',
        description: 'Exact name (not case-sensitive). Returns the newest match.',
      }),
    ),
  },
  output: { returns: 'many', fields: templateFields, sample: templateSample },

  async run({ client }, { name }) {
    const wanted = comparable(name);
    const found = await readTemplates(client, (one) => comparable(one.name) === wanted);
    return found.map(templateOutput);
  },
});
