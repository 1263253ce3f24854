import { defineTrigger } from 'zapier-platform-core';
import type { Trigger } from 'zapier-platform-core';

import { TEMPLATE_LIST_USES } from '../../../shared/fields';
import type { TemplateUse } from '../../../shared/fields';
import { pickPasses } from '../../../shared/pickers/passes';
import { templateDropdown } from '../dynamicDropdowns';
import { templateListKeys } from './triggerKeys';
import { dropdownPage } from './dropdownPage';

/** Hidden triggers that fill dropdowns of passes: the newest, of the chosen template if there is one. */
export const passLists: readonly Trigger[] = TEMPLATE_LIST_USES.map(passList);

function passList(use: TemplateUse | undefined): Trigger {
  return defineTrigger({
    key: templateListKeys(use).passes,
    noun: 'Pass',
    display: {
      label: 'List Passes',
      description: 'Triggers when the passes to choose from are listed.',
      hidden: true,
    },
    operation: {
      type: 'polling',
      canPaginate: true,
      inputFields: [
        templateDropdown(
          'templateId',
          {
            label: 'Template',
            required: false,
            description: 'Only passes of this template are listed',
            fits: use,
          },
          false,
        ),
      ],
      outputFields: [
        { key: 'id', label: 'Pass ID', type: 'string', required: true },
        { key: 'label', label: 'Holder', type: 'string', required: true },
      ],
      sample: { id: 'ps_4f1d2a', label: 'Ana Souza · ana@example.com · M-0042' },
      perform: (z, bundle) => {
        const { templateId } = bundle.inputData;
        const chosen = templateId ? String(templateId) : undefined;
        return dropdownPage(z, bundle, ({ client }, cursor) =>
          pickPasses(client, { templateId: chosen, cursor, fits: use }),
        );
      },
    },
  });
}
