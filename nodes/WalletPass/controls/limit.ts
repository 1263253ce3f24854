import { ALL_RESULTS, boolean, parseInputsOrThrow } from '../../../shared/fields';
import { type Control, baseProps } from './control';
import type { ItemParameters } from './itemParameters';
import { readOrError } from './unresolved';

/** Parameter for all results instead of a limit. */
const RETURN_ALL = 'returnAll';

/** The number of results: n8n's two controls in its standard wording, as one value. */
export const limit: Control<'limit'> = {
  properties: (key, field) => [
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
  ],
  collect: (item, key) => (returnsAll(item) ? ALL_RESULTS : item.value(key)),
};

const returnAllInput = { [RETURN_ALL]: boolean({ label: 'Return All', default: false }) };

function returnsAll(item: ItemParameters): boolean {
  const raw = {
    [RETURN_ALL]: readOrError(() => item.value(RETURN_ALL), RETURN_ALL, 'Return All'),
  };
  return parseInputsOrThrow(returnAllInput, raw, { timezone: 'UTC' })[RETURN_ALL];
}
