import type { INodeProperties } from 'n8n-workflow';

import type { InputField } from '../../../shared/fields';
import { baseProps } from './baseProps';

/** Parameter for all results instead of a limit. */
export const RETURN_ALL = 'returnAll';

/** n8n's two controls for the number of results, in its standard wording. */
export function limitControls(
  key: string,
  field: InputField & { kind: 'limit' },
): INodeProperties[] {
  return [
    {
      displayName: 'Return All',
      name: RETURN_ALL,
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
    },
    {
      ...baseProps(key, { ...field, required: false }),
      type: 'number',
      typeOptions: { minValue: 1, numberPrecision: 0 },
      default: field.default,
      displayOptions: { show: { [RETURN_ALL]: [false] } },
    },
  ];
}
