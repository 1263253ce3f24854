import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import type { InputField, InputFields, RawInput } from '../../../shared/fields';
import { isEmpty } from '../../../shared/fields/read';
import { invalidInput, isFailure } from '../../../shared/http/failures';
import type { Operation } from '../../../shared/operations/operation';
import { MORE_FIELD_VALUES } from './controls';
import { IDENTIFY_BY, isLocator } from './locators';
import { collectFile, collectImage } from './uploadControls';

/** Values as an object; n8n gives `{}` or nothing for a collection that was left alone. */
type Values = Record<string, unknown>;

/**
 * Collects what the node's parameters say for one item, under the input keys of the declaration.
 * Nothing is checked here: that is the declaration's own reading.
 */
export function collectInput(
  functions: IExecuteFunctions,
  operation: Operation,
  itemIndex: number,
): RawInput {
  const parameter = (name: string): unknown =>
    functions.getNodeParameter(name, itemIndex, undefined, { extractValue: true });
  const raw: Values = {};
  for (const [key, field] of Object.entries(operation.input)) {
    const collect = () => collectField(functions, itemIndex, key, field, parameter);
    Object.assign(raw, resolved(collect, key, field.label));
  }
  if (raw.unknownFields === undefined && mapsAutomatically(functions, operation, itemIndex)) {
    raw.unknownFields = 'leaveOut';
  }
  return raw;
}

/** The same for a trigger, which has no items; its inputs are simple ones and locators. */
export function collectTriggerInput(functions: IPollFunctions, input: InputFields): RawInput {
  return Object.fromEntries(
    Object.entries(input).map(([key, { group }]) => {
      const value =
        group === undefined
          ? functions.getNodeParameter(key, null, { extractValue: true })
          : (functions.getNodeParameter(group, {}) as Values)[key];
      return [key, isLocator(value) ? value.value : value];
    }),
  );
}

/** An expression that fails is said by the name of its input; n8n's own text names none. */
function resolved(collect: () => Values, key: string, label: string): Values {
  const collected = attempt(collect);
  if ('values' in collected) return collected.values;
  const { thrown } = collected;
  if (isFailure(thrown)) throw thrown;
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  throw invalidInput(
    label,
    key,
    `has an expression that cannot be resolved: ${why}`,
    `Open the node and check the expression in '${label}' for this item.`,
  );
}

function attempt(collect: () => Values): { values: Values } | { thrown: unknown } {
  try {
    return { values: collect() };
  } catch (thrown) {
    return { thrown };
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

function collectField(
  functions: IExecuteFunctions,
  itemIndex: number,
  key: string,
  field: InputField,
  parameter: (name: string) => unknown,
): Values {
  if (field.group !== undefined) {
    const value = collection(functions, field.group, itemIndex)[key];
    return { [key]: inCollection(functions, itemIndex, field, value) };
  }
  switch (field.kind) {
    case 'passRef':
      return collectPass(field.template === 'always', parameter);
    case 'fieldValues':
      return { [key]: fieldValues(functions, itemIndex, key) };
    case 'list':
      return { [key]: entries(field, functions.getNodeParameter(key, itemIndex, {})) };
    case 'file':
      return { [key]: collectFile(functions, itemIndex) };
    case 'templateRef':
    case 'ref':
      return { [key]: parameter(key) };
    default:
      // What is not shown (Limit with Return All) is not there to be read: null means not set.
      return { [key]: functions.getNodeParameter(key, itemIndex, null) };
  }
}

/** Inside a collection n8n takes no values out of locators, and lists come as their control holds them. */
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

function collectPass(alwaysWithTemplate: boolean, parameter: (name: string) => unknown): Values {
  const identifyBy = parameter(IDENTIFY_BY);
  if (identifyBy === 'passId') {
    const templateId = alwaysWithTemplate ? parameter('templateId') : undefined;
    return { identifyBy, passId: parameter('passId'), templateId };
  }
  return { identifyBy, externalId: parameter('externalId'), templateId: parameter('templateId') };
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
function fieldValues(functions: IExecuteFunctions, itemIndex: number, key: string): Values {
  const mapper = mapperOf(functions, itemIndex, key);
  const more = byId(collection(functions, 'options', itemIndex)[MORE_FIELD_VALUES]);
  // What is typed in goes before a column that only happens to be there.
  if (isAutomatic(mapper)) return { ...functions.getInputData()[itemIndex]?.json, ...more };
  const mapped = Object.entries(mapper.value ?? {}).filter(([, value]) => !isEmpty(value));
  return once([...mapped, ...Object.entries(more)]);
}

/** Whether the columns of the item are mapped by their names: most of them serve other inputs. */
export function mapsAutomatically(
  functions: IExecuteFunctions,
  operation: Operation,
  itemIndex: number,
): boolean {
  return Object.entries(operation.input).some(
    ([key, field]) =>
      field.kind === 'fieldValues' && isAutomatic(mapperOf(functions, itemIndex, key)),
  );
}

function mapperOf(functions: IExecuteFunctions, itemIndex: number, key: string): MapperValue {
  return functions.getNodeParameter(key, itemIndex, {}) as MapperValue;
}

function isAutomatic({ mappingMode }: MapperValue): boolean {
  return mappingMode === 'autoMapInputData';
}

/** `{field: [{id, value}]}` -> `{[id]: value}` */
function byId(rows: unknown): Values {
  const { field } = (rows ?? {}) as { field?: { id: string; value: unknown }[] };
  return once((field ?? []).map(({ id, value }) => [id, value]));
}

/** @throws ServiceFailure where a field is given twice: one of the values would be lost */
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

/** Entries of a list control: what is in their collections beside the rest, field values as an object. */
function entries({ entry: inputs }: InputField & { kind: 'list' }, control: unknown): Values[] {
  const { entry } = (control ?? {}) as { entry?: Values[] };
  return (entry ?? []).map((one) =>
    Object.fromEntries(
      Object.entries(inputs).map(([key, { kind, group }]) => {
        const value = group === undefined ? one[key] : (one[group] as Values | undefined)?.[key];
        return [key, kind === 'fieldValues' ? byId(value) : value];
      }),
    ),
  );
}
