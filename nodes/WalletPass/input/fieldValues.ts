import { invalidInput, throwIfAny } from '../../../shared/errors/serviceError';
import { UnresolvedValue } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import { isBlank } from '../../../shared/service/text';
import { MORE_FIELD_VALUES } from '../properties/fieldValueControls';
import type { ItemParameters } from './itemParameters';
import { orUnresolved } from './unresolved';

/** Field values by field ID, from n8n's resource mapper and from entries of ID and value. */
type FieldValues = Record<string, unknown>;

/** Value of n8n's resource mapper. */
interface MapperValue {
  mappingMode?: string;
  value?: FieldValues | null;
  schema?: { id: string; displayName?: string }[];
}

/**
 * Field values of the mapper and of More Field Values. With Map Automatically, all columns of the item
 * are passed on; the core takes those that match a field by ID or label.
 *
 * The mapper is read as a whole: for a part of it, n8n would turn a boolean into the text "true"
 * before it can be refused.
 */
export function mappedFieldValues(item: ItemParameters, key: string): FieldValues {
  const mapper = item.collection(key) as MapperValue;
  const more = rowEntries(item.collection('options')[MORE_FIELD_VALUES], 'More Field Values');
  // Values that a person entered take precedence over columns that happen to match.
  if (isAutomatic(mapper)) {
    return { ...item.functions.getInputData()[item.itemIndex]?.json, ...combined(more) };
  }
  return combined([...mapperEntries(mapper), ...more]);
}

/** Whether the operation has a mapper that is set to Map Automatically. A saved choice, never an expression. */
export function hasAutomaticMapper({ saved }: ItemParameters, operation: Operation): boolean {
  return Object.entries(operation.input).some(
    ([key, field]) =>
      field.kind === 'fieldValues' && isAutomatic((saved[key] ?? {}) as MapperValue),
  );
}

function isAutomatic({ mappingMode }: MapperValue): boolean {
  return mappingMode === 'autoMapInputData';
}

/**
 * Field values of a list of field IDs and values.
 * @param rows `{field: [{id, value}]}`
 */
export function valuesById(rows: unknown): FieldValues {
  return combined(rowEntries(rows, 'Field Values'));
}

/** Field ID and value; an `UnresolvedValue` in place of one whose expression fails. */
type Entry = [id: unknown, value: unknown];

function mapperEntries({ value, schema = [] }: MapperValue): Entry[] {
  const columns = value ?? {};
  const labelOf = (id: string) => schema.find((field) => field.id === id)?.displayName ?? id;
  return Object.keys(columns)
    .map((id): Entry => [id, readPart(() => columns[id], `Field Values: ${labelOf(id)}`)])
    .filter(([, entered]) => !isBlank(entered));
}

function rowEntries(rows: unknown, label: string): Entry[] {
  const { field = [] } = (rows ?? {}) as { field?: { id: string; value: unknown }[] };
  return field.map((row, i): Entry => {
    const id = readPart(() => row.id, `${label}: Field ID ${i + 1}`);
    return [id, readPart(() => row.value, `${label}: ${typeof id === 'string' ? id : i + 1}`)];
  });
}

function readPart(read: () => unknown, label: string): unknown {
  return orUnresolved(read, 'fieldValues', label);
}

/**
 * @throws ServiceError `invalidInput` naming every entry whose expression fails; or if an ID occurs twice,
 * because one of its values would be lost
 */
function combined(entries: Entry[]): FieldValues {
  throwIfAny(
    entries.flat().map((part) => (part instanceof UnresolvedValue ? part.failure : undefined)),
  );
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
