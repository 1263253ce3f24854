import { invalidInput } from '../../../shared/errors/serviceError';
import { deriveExternalId } from '../../../shared/service/derivedId';
import { isBlank } from '../../../shared/service/text';
import { EXTERNAL_ID_COLUMNS, EXTERNAL_ID_COLUMNS_LABEL } from '../properties/operationProperties';
import type { ItemParameters } from './itemParameters';

/**
 * The external ID derived from the columns named in the option; `undefined` if it is not set.
 * @throws ServiceError `invalidInput` if a column is empty: rows would share an ID, and their passes
 */
export function derivedExternalId(item: ItemParameters): string | undefined {
  const names = item.collection('options')[EXTERNAL_ID_COLUMNS];
  if (typeof names !== 'string' || isBlank(names)) return undefined;
  const columns = derivedColumns(names);
  const json = item.functions.getInputData()[item.itemIndex]?.json ?? {};
  const values = columns.map((column) => textOf(json[column]));
  const empty = columns.filter((_, i) => values[i] === undefined);
  if (columns.length === 0 || empty.length > 0) {
    throw invalidInput(
      EXTERNAL_ID_COLUMNS_LABEL,
      'externalId',
      empty.length === 0
        ? 'names no column'
        : `names columns that are empty or missing in this item: ${empty.join(', ')}`,
      'Enter columns that have a value in every item, separated by commas.',
    );
  }
  return deriveExternalId(values.flatMap((value) => value ?? []));
}

/** The columns named in the option. */
export function derivedColumns(names: unknown): string[] {
  if (typeof names !== 'string') return [];
  return names
    .split(',')
    .map((column) => column.trim())
    .filter((column) => column !== '');
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}
