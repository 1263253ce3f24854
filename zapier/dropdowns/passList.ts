import { defineTrigger } from 'zapier-platform-core';

import { pickPasses } from '../../shared/pickers/passes';
import { templatePicker } from '../projection/pickers';
import { pageOf } from './paged';

/** Fills the dropdowns that ask for a pass: the newest ones, of the chosen template if there is one. */
export const passList = defineTrigger({
  key: 'pass_list',
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
      return pageOf(z, bundle, (client, cursor) =>
        pickPasses(client, { templateId: templateId ? String(templateId) : undefined, cursor }),
      );
    },
  },
});
