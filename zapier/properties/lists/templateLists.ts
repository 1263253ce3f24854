import { defineTrigger } from 'zapier-platform-core';
import type { Trigger } from 'zapier-platform-core';

import type { TemplateUse } from '../../../shared/fields';
import { pickTemplates } from '../../../shared/pickers/templates';
import { TEMPLATE_LISTS, listKeys } from './keys';
import { pageOf } from './pages';

/**
 * Fill the dropdowns that ask for a template. A key that may not read templates makes the dropdown
 * show which scope it lacks; an ID can be given as a custom value all the same.
 */
export const templateLists: readonly Trigger[] = TEMPLATE_LISTS.map(templateList);

function templateList(fits: TemplateUse | undefined): Trigger {
  return defineTrigger({
    key: listKeys(fits).templates,
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
      sample: { id: 'tpl_8c2e91', name: 'Member Card · Loyalty Card' },
      perform: async (z, bundle) => {
        const choices = await pageOf(z, bundle, ({ client }, cursor) =>
          pickTemplates(client, { cursor, fits }),
        );
        return choices.map(({ id, label }) => ({ id, name: label }));
      },
    },
  });
}
