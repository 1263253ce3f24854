import type { INodeProperties } from 'n8n-workflow';

import { FROM_COLUMNS } from '../../../shared/design/routing';
import { invalidInput, isServiceError, throwIfAny } from '../../../shared/errors/serviceError';
import type { Operation } from '../../../shared/operations/operation';
import { isBlank } from '../../../shared/service/text';
import { isRecord } from '../../../shared/runtime/records';
import { type Control, baseProps, forBuilders } from './control';
import { type ItemParameters, readOrError } from './itemParameters';

/** Option for field values by ID, next to every field mapper. */
const MORE_FIELD_VALUES = 'moreFieldValues';

const TEXT = { type: 'string', default: '' } as const;

/** Field values by field ID, from n8n's resource mapper and from entries of ID and value. */
type FieldValues = Record<string | symbol, unknown>;

/** Value of n8n's resource mapper. */
interface MapperValue {
  mappingMode?: string;
  value?: FieldValues | null;
  schema?: { id: string; displayName?: string }[];
}

/** n8n's resource mapper, with a column for each field of the chosen template. */
export const fieldValues: Control<'fieldValues'> = {
  properties: (key, field, { templateId }) => [
    {
      ...baseProps(key, field),
      ...forBuilders(
        'By field ID or label: { mappingMode: "defineBelow", value: { "Name": "={{ $json.name }}" } }, or { mappingMode: "autoMapInputData", value: null } to use all matching columns. Template > Get returns the fields.',
      ),
      type: 'resourceMapper',
      noDataExpression: true,
      default: { mappingMode: 'defineBelow', value: null },
      typeOptions: {
        loadOptionsDependsOn: ['templateId.value'],
        resourceMapper: {
          resourceMapperMethod: 'getTemplateFields',
          mode: 'add',
          valuesLabel: field.label,
          fieldWords: { singular: 'field', plural: 'fields' },
          addAllFields: true,
          multiKeyMatch: false,
          supportAutoMap: true,
          // `getTemplateFields` returns the reason as a notice. n8n would add a red 'No fields found'.
          hideNoDataError: true,
        },
      },
      // Without a template, there are no fields to map.
      ...(templateId?.required ? { displayOptions: { hide: { templateId: [''] } } } : {}),
    } as INodeProperties,
  ],
  collect: mappedValues,
};

/** Field values by ID inside lists, where n8n has no mapper. */
export const fieldValuesById: Control<'fieldValues'> = {
  properties: (key, { label, description }) => [entriesProperty(key, label, description)],
  collect: (item, key) => combined(readEntries(item.value(key), 'Field Values')),
};

/** The option for fields that cannot be listed. It is always shown, because n8n drops the values of hidden inputs. */
export const moreFieldValues = entriesProperty(MORE_FIELD_VALUES, 'More Field Values');

function entriesProperty(name: string, displayName: string, hint?: string): INodeProperties {
  return {
    displayName,
    name,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Field Value',
    default: {},
    description: "Values by field ID or label, for fields that the form doesn't list",
    ...(hint === undefined ? {} : { hint }),
    options: [
      {
        displayName: 'Field Value',
        name: 'field',
        values: [
          { ...TEXT, displayName: 'Field ID', name: 'id', placeholder: 'e.g. memberSince' },
          { ...TEXT, displayName: 'Value', name: 'value', placeholder: 'e.g. 2026' },
        ],
      },
    ],
  };
}

/**
 * Field values of the mapper and of More Field Values. With Map Automatically, all columns of the item are passed on,
 * and the core uses the columns that match a field by ID or label.
 *
 * The mapper is read as a whole: if only a part of it were read, n8n would turn a boolean into the text "true" before
 * it can be refused.
 */
function mappedValues(item: ItemParameters, key: string): FieldValues {
  const mapper = item.collection(key) as MapperValue;
  const more = readEntries(item.collection('options')[MORE_FIELD_VALUES], 'More Field Values');
  // A file or an AI builder may deliver the values instead of the mapper. The core refuses anything that is not an
  // object.
  if (!isMapper(mapper)) {
    return isRecord(mapper)
      ? combined([...Object.entries(mapper), ...more])
      : (mapper as FieldValues);
  }
  // Values that a person entered take precedence over columns that happen to match.
  if (isAutomatic(mapper)) return { ...item.json, ...combined(more), [FROM_COLUMNS]: true };
  return combined([...readColumns(mapper), ...more]);
}

/** Whether the operation has a mapper that is set to Map Automatically. This is a saved choice, never an expression. */
export function hasAutomaticMapper({ saved }: ItemParameters, operation: Operation): boolean {
  return Object.entries(operation.input).some(
    ([key, field]) =>
      field.kind === 'fieldValues' && isAutomatic((saved[key] ?? {}) as MapperValue),
  );
}

function isMapper(value: MapperValue): boolean {
  return isRecord(value) && (Object.keys(value).length === 0 || 'mappingMode' in value);
}

function isAutomatic({ mappingMode }: MapperValue): boolean {
  return mappingMode === 'autoMapInputData';
}

/** Field ID and value; an error replaces a part whose expression fails. */
type Entry = [id: unknown, value: unknown];

function readColumns({ value, schema = [] }: MapperValue): Entry[] {
  const columns = value ?? {};
  const labels = new Map(schema.map(({ id, displayName }) => [id, displayName]));
  return Object.keys(columns)
    .map((id): Entry => [id, readPart(() => columns[id], `Field Values: ${labels.get(id) ?? id}`)])
    .filter(([, entered]) => !isBlank(entered));
}

/** @param rows `{field: [{id, value}]}` */
function readEntries(rows: unknown, label: string): Entry[] {
  const { field = [] } = (rows ?? {}) as { field?: { id: string; value: unknown }[] };
  return field.map((row, i): Entry => {
    const id = readPart(() => row.id, `${label}: Field ID ${i + 1}`);
    return [id, readPart(() => row.value, `${label}: ${typeof id === 'string' ? id : i + 1}`)];
  });
}

function readPart(read: () => unknown, label: string): unknown {
  return readOrError(read, 'fieldValues', label);
}

/**
 * @throws ServiceError `invalidInput` naming every entry whose expression fails; or if an ID occurs twice, because one
 *   of its values would be lost
 */
function combined(entries: Entry[]): FieldValues {
  throwIfAny(entries.flat().flatMap((part) => (isServiceError(part) ? part : [])));
  const values = new Map<string, unknown>();
  for (const [id, value] of entries as [string, unknown][]) {
    if (values.has(id)) {
      throw invalidInput(
        'Field Values',
        'fieldValues',
        `set the field '${id}' twice`,
        `Enter the value for '${id}' in either 'Field Values' or 'More Field Values', not in both.`,
      );
    }
    values.set(id, value);
  }
  return Object.fromEntries(values);
}
