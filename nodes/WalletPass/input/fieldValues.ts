import { invalidInput } from '../../../shared/errors/serviceError';
import type { Operation } from '../../../shared/operations/operation';
import { isBlank } from '../../../shared/service/text';
import { MORE_FIELD_VALUES } from '../properties/fieldValueControls';
import type { ItemParameters } from './itemParameters';

/** Field values by field ID, from n8n's resource mapper and from entries of ID and value. */
type FieldValues = Record<string, unknown>;

/** Value of n8n's resource mapper. */
interface MapperValue {
  mappingMode?: string;
  value?: FieldValues | null;
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
  const more = valuesById(item.collection('options')[MORE_FIELD_VALUES]);
  // Values that a person entered take precedence over columns that happen to match.
  if (isAutomatic(mapper)) {
    return { ...item.functions.getInputData()[item.itemIndex]?.json, ...more };
  }
  const mapped = Object.entries(mapper.value ?? {}).filter(([, value]) => !isBlank(value));
  return uniqueById([...mapped, ...Object.entries(more)]);
}

/** Whether the operation has a mapper that is set to Map Automatically for this item. */
export function hasAutomaticMapper(item: ItemParameters, operation: Operation): boolean {
  return Object.entries(operation.input).some(
    ([key, field]) => field.kind === 'fieldValues' && isAutomatic(item.collection(key)),
  );
}

function isAutomatic({ mappingMode }: MapperValue): boolean {
  return mappingMode === 'autoMapInputData';
}

/** `{field: [{id, value}]}` -> `{[id]: value}` */
export function valuesById(rows: unknown): FieldValues {
  const { field } = (rows ?? {}) as { field?: { id: string; value: unknown }[] };
  return uniqueById((field ?? []).map(({ id, value }) => [id, value]));
}

/** @throws ServiceError `invalidInput` if an ID occurs twice: one of its values would be lost */
function uniqueById(values: [id: string, value: unknown][]): FieldValues {
  const ids = new Set<string>();
  for (const [id] of values) {
    if (ids.has(id)) {
      throw invalidInput(
        'Field Values',
        'fieldValues',
        `set the field '${id}' twice`,
        `Enter the value for '${id}' in either 'Field Values' or 'More Field Values', not in both.`,
      );
    }
    ids.add(id);
  }
  return Object.fromEntries(values);
}
