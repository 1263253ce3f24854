import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { invalidInput, prefixed, throwIfAny } from '../../../shared/errors/serviceError';
import { type InputFields, parseInputs, required, text } from '../../../shared/fields';
import { ownValue } from '../../../shared/runtime/records';
import { isDate } from '../../../shared/service/dates';
import { deriveExternalId } from '../../../shared/service/externalIds';
import { comparable, isBlank, trimmed } from '../../../shared/service/text';
import type { ItemParameters } from './itemParameters';

export const EXTERNAL_ID_COLUMNS_LABEL = 'Generate External ID From';

/** Whether items may have no external ID, so that a repeated run issues their passes again. */
export function hasOptionalExternalId({ externalId }: InputFields): boolean {
  return externalId?.required === false;
}

/** The option to generate an external ID from columns of the item. */
export const externalIdColumns: INodeProperties = {
  displayName: EXTERNAL_ID_COLUMNS_LABEL,
  name: 'externalIdColumns',
  type: 'string',
  default: '',
  placeholder: 'e.g. email, orderNumber',
  description:
    "Comma-separated columns that identify a row. If 'External ID' is empty, it's generated from them, so a repeated run finds the pass.",
};

/**
 * The external ID derived from the columns named in the option; `undefined` if it is not set.
 * @throws ServiceError `invalidInput` naming every column that is empty or no exact text, because rows would share an
 *   ID and a pass
 */
export function derivedExternalId(item: ItemParameters): string | undefined {
  const names = item.collection('options')[externalIdColumns.name];
  if (typeof names !== 'string' || isBlank(names)) return undefined;
  const { json } = item;
  // A header may contain a comma.
  const columns = columnNamed(names, json) === undefined ? columnsIn(names) : [trimmed(names)];
  const valueOf = (column: string) => jsonText(ownValue(json, columnNamed(column, json) ?? column));
  const field = (label: string) => required({ ...text({ label, identifies: 'name' }), missing });
  const { values, errors } = parseInputs(
    Object.fromEntries(columns.map((column) => [column, field(column)])),
    Object.fromEntries(columns.map((column) => [column, valueOf(column)])),
    { timezone: 'UTC' },
  );
  const label = EXTERNAL_ID_COLUMNS_LABEL;
  throwIfAny([
    columns.length === 0
      ? invalidInput(label, 'externalId', 'names no column', missing.fix)
      : undefined,
    ...[...errors.values()].map((error) =>
      prefixed(error, `'${label}'`).with({ field: 'externalId' }),
    ),
  ]);
  return deriveExternalId(columns.flatMap((column) => ownValue(values, column) ?? []));
}

const missing = {
  problem: 'is empty or missing in this item',
  fix: 'Enter columns that have a value in every item, separated by commas.',
};

/** The columns in the saved option: several, or one whose header contains commas. */
export function savedColumns({ options }: INodeParameters): string[] {
  const names = (options as INodeParameters | undefined)?.[externalIdColumns.name];
  return typeof names === 'string' ? [names, ...columnsIn(names)] : [];
}

function columnsIn(names: string): string[] {
  return names
    .split(',')
    .map(trimmed)
    .filter((column) => column !== '');
}

/** The first column of a file may begin with an invisible byte order mark. */
function columnNamed(name: string, json: object): string | undefined {
  if (Object.hasOwn(json, name)) return name;
  const same = Object.keys(json).filter((column) => comparable(column) === comparable(name));
  return same.length === 1 ? same[0] : undefined;
}

/**
 * A date in its JSON form, ISO 8601. Items are objects between some nodes and JSON between others, and a row must have
 * the same ID in both.
 */
function jsonText(value: unknown): unknown {
  return isDate(value) ? (value.toJSON() ?? value) : value;
}
