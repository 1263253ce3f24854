import type { Trigger } from 'zapier-platform-core';

import { TEMPLATE_LIST_FEATURES } from '../../../shared/fields';
import { pickTemplates } from '../../../shared/pickers/templates';
import { dropdownList } from './dropdownList';
import { templateListKeys } from './triggerKeys';

/**
 * Hidden triggers that fill dropdowns of templates. If the API key may not read templates, the dropdown
 * shows the missing scope; users can still enter an ID as a custom value.
 */
export const templateLists: readonly Trigger[] = TEMPLATE_LIST_FEATURES.map((feature) =>
  dropdownList({
    key: templateListKeys(feature).templates,
    noun: 'Template',
    plural: 'Templates',
    text: { key: 'name', label: 'Name' },
    sample: { id: 'tpl_8c2e91', label: 'Member Card · Loyalty Card' },
    pick: ({ client }, cursor) => pickTemplates(client, { cursor, requiresFeature: feature }),
  }),
);
