import * as field from '../../fields';
import { defineOperation } from '../operation';
import { findByContact } from '../../api/findByContact';
import * as inputs from './inputs';
import { MAY_LACK_DESIGNER_FIELDS, rowFields, rowOutputs, rowSample } from './output';

export const search = defineOperation({
  resource: 'pass',
  key: 'search',
  label: 'Find by Email or Phone',
  action: 'Find passes by email or phone',
  description: 'Find the passes of a template by the email or phone of their holder',
  details: MAY_LACK_DESIGNER_FIELDS,
  effect: 'read',
  endpoints: ['GET /passes/search'],
  input: {
    templateId: inputs.templateId,
    searchQuery: field.required(
      field.text({
        label: 'Email or Phone',
        trimmed: true,
        inUrl: true,
        placeholder: 'e.g. name@email.com',
        description:
          "Complete email address or phone number, as stored with the pass; partial matches aren't supported",
      }),
    ),
  },
  output: { returns: 'many', fields: rowFields, sample: rowSample },

  async run(context, { templateId, searchQuery }) {
    return await rowOutputs(context, await findByContact(context.client, templateId, searchQuery));
  },
});
