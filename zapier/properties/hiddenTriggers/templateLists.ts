import { defineTrigger } from 'zapier-platform-core';
import type { Trigger } from 'zapier-platform-core';

import { TEMPLATE_LIST_USES } from '../../../shared/fields';
import type { TemplateUse } from '../../../shared/fields';
import { pickTemplates } from '../../../shared/pickers/templates';
import { templateListKeys } from './triggerKeys';
import { dropdownPage } from './dropdownPage';

/**
 * Hidden triggers that fill dropdowns of templates. If the API key may not read templates, the dropdown
 * shows the missing scope; users can still enter an ID as a custom value.
 */
export const templateLists: readonly Trigger[] = TEMPLATE_LIST_USES.map(templateList);

function templateList(use: TemplateUse | undefined): Trigger {
  return defineTrigger({
    key: templateListKeys(use).templates,
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
        const choices = await dropdownPage(z, bundle, ({ client }, cursor) =>
          pickTemplates(client, { cursor, fits: use }),
        );
        return choices.map(({ id, label }) => ({ id, name: label }));
      },
    },
  });
}
