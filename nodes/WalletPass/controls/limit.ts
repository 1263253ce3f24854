import type { INodeProperties } from 'n8n-workflow';

import { ALL_RESULTS, boolean, parseInputsOrThrow } from '../../../shared/fields';
import { type Control, baseProps } from './control';
import { valueOrError } from './itemParameters';

/** All results instead of a limit. */
const returnAll: INodeProperties = {
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all results or only up to a given limit',
};
const INPUT = { returnAll: boolean({ label: returnAll.displayName, default: false }) };

/** The number of results: n8n's two controls in its standard wording, as one value. */
export const limit: Control<'limit'> = {
  properties: (key, field) => [
    returnAll,
    {
      ...baseProps(key, { ...field, required: false }),
      type: 'number',
      typeOptions: { minValue: 1, numberPrecision: 0 },
      default: field.default,
      displayOptions: { show: { [returnAll.name]: [false] } },
    },
  ],
  collect(item, key) {
    const raw = { returnAll: valueOrError(item, returnAll) };
    const isAll = parseInputsOrThrow(INPUT, raw, { timezone: 'UTC' }).returnAll;
    return isAll ? ALL_RESULTS : item.value(key);
  },
};
