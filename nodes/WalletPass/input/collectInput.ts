import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import type { InputField, InputFields, RawInput } from '../../../shared/fields';
import { ALL_RESULTS, UnresolvedValue, boolean, readInput } from '../../../shared/fields';
import type { ServiceError } from '../../../shared/errors/serviceError';
import { invalidInput, isServiceError } from '../../../shared/errors/serviceError';
import type { Operation } from '../../../shared/operations/operation';
import { isBlank } from '../../../shared/service/text';
import { COLLECTIONS, MORE_FIELD_VALUES, RETURN_ALL } from '../properties/controls';
import { IDENTIFY_BY, isLocator } from '../properties/locators';
import { collectFile, collectImage } from '../properties/uploadControls';

/** Values as an object; n8n gives `{}` or nothing for a collection that was left alone. */
type Values = Record<string, unknown>;

/**
 * Collects the node's parameters for one item, under the input keys of the declaration.
 * Nothing is checked here: the declaration's fields parse the values.
 */
export function collectInput(
  functions: IExecuteFunctions,
  operation: Operation,
  itemIndex: number,
): RawInput {
  const item = itemParameters(functions, itemIndex);
  const raw: Values = {};
  for (const [key, field] of Object.entries(operation.input)) {
    Object.assign(
      raw,
      resolved(() => collectField(item, key, field), key, field.label),
    );
  }
  if (raw.unknownFields === undefined && hasAutomaticMapper(item, operation)) {
    raw.unknownFields = 'leaveOut';
  }
  return raw;
}

/** The node's parameters as they are for one item. */
interface ItemParameters {
  functions: IExecuteFunctions;
  itemIndex: number;
  /** A parameter, the value taken out of a locator. */
  value(name: string): unknown;
  /** A collection as a whole: n8n resolves all of its values each time it is asked for one. */
  collection(name: string): IDataObject;
}

function itemParameters(functions: IExecuteFunctions, itemIndex: number): ItemParameters {
  const collections = new Map<string, IDataObject>();
  return {
    functions,
    itemIndex,
    value: (name) => functions.getNodeParameter(name, itemIndex, undefined, { extractValue: true }),
    collection(name) {
      const known = collections.get(name) ?? collection(functions, name, itemIndex);
      collections.set(name, known);
      return known;
    },
  };
}

/** The same for a trigger, which has no items; its inputs are simple ones and locators. */
export function collectTriggerInput(functions: IPollFunctions, input: InputFields): RawInput {
  return Object.fromEntries(
    Object.entries(input).map(([key, { section }]) => {
      const value =
        section === undefined
          ? functions.getNodeParameter(key, null, { extractValue: true })
          : (functions.getNodeParameter(COLLECTIONS[section].name, {}) as Values)[key];
      return [key, isLocator(value) ? value.value : value];
    }),
  );
}

/** An expression that fails is reported by the name of its input; n8n's own text names none. */
function resolved(collect: () => Values, key: string, label: string): Values {
  try {
    return collect();
  } catch (thrown) {
    if (isServiceError(thrown)) return { [key]: new UnresolvedValue(thrown) };
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    const failure = invalidInput(
      label,
      key,
      `has an expression that cannot be resolved: ${why}`,
      `Open the node and check the expression in '${label}' for this item.`,
    );
    return { [key]: new UnresolvedValue(failure) };
  }
}

/** The values of n8n's own parameter collections, e.g. `options`. */
export function collection(
  functions: IExecuteFunctions,
  name: string,
  itemIndex: number,
): IDataObject {
  return functions.getNodeParameter(name, itemIndex, {}) as IDataObject;
}

function collectField(item: ItemParameters, key: string, field: InputField): Values {
  const { functions, itemIndex } = item;
  if (isLiteral(field)) return { [key]: literal(functions, key, field) };
  if (field.section !== undefined) {
    const value = item.collection(COLLECTIONS[field.section].name)[key];
    return { [key]: inCollection(functions, itemIndex, field, value) };
  }
  switch (field.kind) {
    case 'passRef':
      return collectPass(item, field.template === 'always');
    case 'fieldValues':
      return { [key]: fieldValues(item, key) };
    case 'list':
      return { [key]: entries(field, item.collection(key)) };
    case 'file':
      return { [key]: collectFile(functions, itemIndex) };
    case 'limit':
      return { [key]: limit(functions, itemIndex, key) };
    case 'templateRef':
    case 'ref':
      return { [key]: item.value(key) };
    default:
      // A parameter that is not shown cannot be read: null means not set.
      return { [key]: functions.getNodeParameter(key, itemIndex, null) };
  }
}

function isLiteral(field: InputField): boolean {
  return field.kind === 'confirmation' || (field.kind === 'boolean' && field.literal === true);
}

/**
 * A switch as it is stored in the node. n8n evaluates an expression in it, `$fromAI()` included, although
 * the editor offers none there and shows the switch off.
 */
function literal(functions: IExecuteFunctions, key: string, field: InputField): unknown {
  const { section, label } = field;
  const value =
    section === undefined
      ? stored(functions, key)
      : (stored(functions, COLLECTIONS[section].name) as Values | null)?.[key];
  if (typeof value === 'string' && value !== '') throw notLiteral(label, key);
  return value;
}

/** The result of an expression may come from a model or an item, so whatever it is, it never counts. */
function notLiteral(label: string, key: string): ServiceError {
  return invalidInput(
    label,
    key,
    'is not turned on in the node',
    `Turn on '${label}' in the node: it cannot be set by an expression.`,
  );
}

/** A parameter as it is saved, its expressions not evaluated. */
export function stored(functions: IExecuteFunctions, name: string): unknown {
  return functions.getNodeParameter(name, 0, null, { rawExpressions: true });
}

/** Inside a collection n8n unwraps no locators and leaves lists in the form of their control. */
function inCollection(
  functions: IExecuteFunctions,
  itemIndex: number,
  field: InputField,
  value: unknown,
): unknown {
  switch (field.kind) {
    case 'list':
      return entries(field, value);
    case 'image':
      return collectImage(functions, itemIndex, value);
    case 'templateRef':
    case 'ref':
      return isLocator(value) ? value.value : value;
    default:
      return value;
  }
}

/** Only the identifier chosen in Identify By. */
function collectPass(item: ItemParameters, alwaysWithTemplate: boolean): Values {
  if (item.value(IDENTIFY_BY) === 'passId') {
    const templateId = alwaysWithTemplate ? item.value('templateId') : undefined;
    return { passId: item.value('passId'), templateId };
  }
  return { externalId: item.value('externalId'), templateId: item.value('templateId') };
}

const returnAllInput = { [RETURN_ALL]: boolean({ label: 'Return All', default: false }) };

/** Return All and Limit as one value. Limit is not shown with Return All: null means not set. */
function limit(functions: IExecuteFunctions, itemIndex: number, key: string): unknown {
  const raw = { [RETURN_ALL]: functions.getNodeParameter(RETURN_ALL, itemIndex, null) };
  const { [RETURN_ALL]: returnAll } = readInput(returnAllInput, raw, { timezone: 'UTC' });
  return returnAll ? ALL_RESULTS : functions.getNodeParameter(key, itemIndex, null);
}

interface MapperValue {
  mappingMode?: string;
  value?: Values | null;
}

/**
 * Values of the field mapper. Read as a whole: asked for in part, n8n would turn a boolean into the
 * text "true" before it can be refused. When mapping automatically, every column of the item is
 * offered; those that carry the ID or label of a field are taken.
 */
function fieldValues(item: ItemParameters, key: string): Values {
  const mapper = item.collection(key) as MapperValue;
  const more = byId(item.collection('options')[MORE_FIELD_VALUES]);
  // What is typed in goes before a column that only happens to be there.
  if (isAutomatic(mapper)) {
    return { ...item.functions.getInputData()[item.itemIndex]?.json, ...more };
  }
  const mapped = Object.entries(mapper.value ?? {}).filter(([, value]) => !isBlank(value));
  return once([...mapped, ...Object.entries(more)]);
}

/** Whether the columns of the item are mapped by their names: most of them serve other inputs. */
export function mapsAutomatically(
  functions: IExecuteFunctions,
  operation: Operation,
  itemIndex: number,
): boolean {
  return hasAutomaticMapper(itemParameters(functions, itemIndex), operation);
}

function hasAutomaticMapper(item: ItemParameters, operation: Operation): boolean {
  return Object.entries(operation.input).some(
    ([key, field]) => field.kind === 'fieldValues' && isAutomatic(item.collection(key)),
  );
}

function isAutomatic({ mappingMode }: MapperValue): boolean {
  return mappingMode === 'autoMapInputData';
}

/** `{field: [{id, value}]}` -> `{[id]: value}` */
function byId(rows: unknown): Values {
  const { field } = (rows ?? {}) as { field?: { id: string; value: unknown }[] };
  return once((field ?? []).map(({ id, value }) => [id, value]));
}

/** @throws ServiceError if a field is given twice: one of the values would be lost */
function once(values: [id: string, value: unknown][]): Values {
  const ids = new Set<string>();
  for (const [id] of values) {
    if (ids.has(id)) {
      throw invalidInput(
        'Field Values',
        'fieldValues',
        `give the field '${id}' twice`,
        `Give a value for '${id}' once, in 'Field Values' or in 'More Field Values'.`,
      );
    }
    ids.add(id);
  }
  return Object.fromEntries(values);
}

/** Entries of a list control, their collections flattened and field values as an object. */
function entries({ entry: inputs }: InputField & { kind: 'list' }, control: unknown): Values[] {
  const { entry } = (control ?? {}) as { entry?: Values[] };
  return (entry ?? []).map((one) =>
    Object.fromEntries(
      Object.entries(inputs).map(([key, { kind, section }]) => {
        const values =
          section === undefined ? one : (one[COLLECTIONS[section].name] as Values | undefined);
        const value = values?.[key];
        return [key, kind === 'fieldValues' ? byId(value) : value];
      }),
    ),
  );
}
