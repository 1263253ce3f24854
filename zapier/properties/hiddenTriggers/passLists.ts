import type { Trigger } from 'zapier-platform-core';

import { TEMPLATE_LIST_FEATURES } from '../../../shared/fields';
import { pickPasses } from '../../../shared/pickers/passes';
import { templateDropdown } from '../dynamicDropdowns';
import { isTemplateId } from '../dynamicFields';
import { dropdownList } from './dropdownList';
import { templateListKeys } from './triggerKeys';

/** Hidden triggers that fill dropdowns of passes: the newest, of the chosen template if there is one. */
export const passLists: readonly Trigger[] = TEMPLATE_LIST_FEATURES.map((feature) =>
  dropdownList({
    key: templateListKeys(feature).passes,
    noun: 'Pass',
    plural: 'Passes',
    inputFields: [
      templateDropdown(
        'templateId',
        {
          label: 'Template',
          required: false,
          description: 'Only passes of this template are listed',
          requiresFeature: feature,
        },
        false,
      ),
    ],
    text: { key: 'label', label: 'Holder' },
    sample: { id: 'ps_4f1d2a', label: 'Ana Souza · ana@example.com · M-0042' },
    pick: ({ client }, cursor, { templateId }) => {
      const chosen = isTemplateId(templateId) ? String(templateId) : undefined;
      return pickPasses(client, { templateId: chosen, cursor, requiresFeature: feature });
    },
  }),
);
