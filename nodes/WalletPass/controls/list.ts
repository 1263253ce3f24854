import type { IDataObject } from 'n8n-workflow';

import { type Control, baseProps } from './control';
import type { Form } from './form';
import { parametersInside } from './itemParameters';

/**
 * Several entries with the same inputs, e.g. rows of a design.
 * @param form the form of one entry
 */
export function listControl(form: Form): Control<'list'> {
  return {
    properties: (key, field) => [
      {
        ...baseProps(key, field),
        type: 'fixedCollection',
        // Without a minimum, n8n does not mark a required list as missing.
        typeOptions: { multipleValues: true, ...(field.required && { minRequiredFields: 1 }) },
        placeholder: `Add ${field.entryLabel}`,
        default: {},
        options: [
          {
            displayName: field.entryLabel,
            name: 'entry',
            values: [...form.direct(field.entry), ...form.collections(field.entry)],
          },
        ],
      },
    ],
    collect(item, key, field) {
      const { entry = [] } = item.collection(key) as { entry?: IDataObject[] };
      return entry.map((values) => {
        const parameters = parametersInside(item, () => values, {});
        return form.collect(parameters, field.entry);
      });
    },
  };
}
