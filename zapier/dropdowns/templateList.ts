import { defineTrigger } from 'zapier-platform-core';

import { pickTemplates } from '../../shared/pickers/templates';
import { pageOf } from './paged';

/**
 * Fills the dropdowns that ask for a template. A key that may not read templates makes the dropdown
 * show which scope it lacks; an ID can be given as a custom value all the same (trap 23).
 */
export const templateList = defineTrigger({
  key: 'template_list',
  noun: 'Template',
  display: {
    label: 'List Templates',
    description: 'Triggers when the templates to choose from are listed.',
    hidden: true,
  },
  operation: {
    type: 'polling',
    canPaginate: true,
    outputFields: [
      { key: 'id', label: 'Template ID', type: 'string', required: true },
      { key: 'name', label: 'Name', type: 'string', required: true },
    ],
    sample: { id: 'tpl_8c2e91', name: 'Member Card' },
    perform: async (z, bundle) => {
      const choices = await pageOf(z, bundle, (client, cursor) =>
        pickTemplates(client, { cursor }),
      );
      return choices.map(({ id, label }) => ({ id, name: label }));
    },
  },
});
