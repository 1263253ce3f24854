import { defineTrigger } from 'zapier-platform-core';
import type { Trigger } from 'zapier-platform-core';

import type { TemplateUse } from '../../../shared/fields';
import { pickPasses } from '../../../shared/pickers/passes';
import { templatePicker } from '../dropdowns';
import { TEMPLATE_LISTS, listKeys } from './keys';
import { pageOf } from './pages';

/** Fill the dropdowns that ask for a pass: the newest ones, of the chosen template if there is one. */
export const passLists: readonly Trigger[] = TEMPLATE_LISTS.map(passList);

function passList(fits: TemplateUse | undefined): Trigger {
  return defineTrigger({
    key: listKeys(fits).passes,
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
        templatePicker(
          'templateId',
          {
            label: 'Template',
            required: false,
            description: 'Only passes of this template are listed',
            fits,
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
        return pageOf(z, bundle, ({ client }, cursor) =>
          pickPasses(client, { templateId: chosen, cursor, fits }),
        );
      },
    },
  });
}
