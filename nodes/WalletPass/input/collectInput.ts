import type { INodeParameters, IPollFunctions } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import { ALL_RESULTS, boolean, isGiven, mappedValue, readInput } from '../../../shared/fields';
import type { InputField, InputFields, RawInput } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import { COLLECTIONS } from '../properties/controls';
import { RETURN_ALL } from '../properties/limitControls';
import {
  EXTERNAL_ID_COLUMNS_LABEL,
  hasOptionalExternalId,
} from '../properties/operationProperties';
import { IDENTIFY_BY, locatorValue } from '../properties/locators';
import { derivedExternalId } from './derivedExternalId';
import { hasAutomaticMapper, mappedFieldValues, valuesById } from './fieldValues';
import { collectFile, collectImage } from './fileInput';
import { fixedSwitch, isFixedSwitch } from './fixedSwitch';
import type { ItemParameters } from './itemParameters';
import { orUnresolved } from './unresolved';

type Values = Record<string, unknown>;

/**
 * Collects the node's parameters for one item, under the input keys of the declaration.
 * Nothing is checked here: the declaration's fields parse the values.
 */
export function collectInput(item: ItemParameters, operation: Operation): RawInput {
  const raw: Values = {};
  for (const [key, field] of Object.entries(operation.input)) {
    Object.assign(raw, collectField(item, key, field));
  }
  if (hasOptionalExternalId(operation.input) && !isGiven(raw.externalId)) {
    const derive = () => derivedExternalId(item) ?? raw.externalId;
    raw.externalId = orUnresolved(derive, 'externalId', EXTERNAL_ID_COLUMNS_LABEL);
  }
  if (raw.unknownFields === undefined && hasAutomaticMapper(item, operation)) {
    raw.unknownFields = 'leaveOut';
  }
  return raw;
}

/** The same for a trigger, which has no items. Its inputs are single values and locators. */
export function collectTriggerInput(functions: IPollFunctions, input: InputFields): RawInput {
  const saved = functions.getNode().parameters;
  const read = (key: string, { section }: InputField) =>
    section === undefined
      ? functions.getNodeParameter(key, null, { extractValue: true })
      : functions.getNodeParameter(`${COLLECTIONS[section].name}.${key}`, null);
  return Object.fromEntries(
    Object.entries(input).map(([key, field]) => [
      key,
      asMapped(
        field,
        orUnresolved(() => locatorValue(read(key, field)), key, field.label),
        savedInput(saved, key, field),
      ),
    ]),
  );
}

function collectField(item: ItemParameters, key: string, field: InputField): Values {
  if (field.kind === 'passRef') return collectPass(item, field);
  const value = orUnresolved(() => collectValue(item, key, field), key, field.label);
  return { [key]: asMapped(field, value, savedInput(item.saved, key, field)) };
}

function savedInput(saved: INodeParameters, key: string, { section }: InputField): unknown {
  return section === undefined
    ? saved[key]
    : (saved[COLLECTIONS[section].name] as INodeParameters | undefined)?.[key];
}

/** @param saved the parameter with its expression, which is how n8n maps a value */
function asMapped(field: InputField, value: unknown, saved: unknown): unknown {
  return isExpression(locatorValue(saved)) ? mappedValue(field, value) : value;
}

function collectValue(item: ItemParameters, key: string, field: InputField): unknown {
  if (isFixedSwitch(field)) return fixedSwitch(item.functions, key, field);
  if (field.section !== undefined) {
    return collectionValue(item, field, item.collection(COLLECTIONS[field.section].name)[key]);
  }
  switch (field.kind) {
    case 'fieldValues':
      return mappedFieldValues(item, key);
    case 'list':
      return listEntries(field, item.collection(key));
    case 'file':
      return collectFile(item.functions, item.itemIndex);
    case 'limit':
      return collectLimit(item, key);
    case 'templateRef':
    case 'ref':
      return item.value(key);
    default:
      return item.valueIfShown(key);
  }
}

/** A value inside a collection. n8n unwraps no locators there, and lists have the form of their control. */
function collectionValue(item: ItemParameters, field: InputField, value: unknown): unknown {
  switch (field.kind) {
    case 'list':
      return listEntries(field, value);
    case 'image':
      return collectImage(item.functions, item.itemIndex, value);
    case 'templateRef':
    case 'ref':
      return locatorValue(value);
    default:
      return value;
  }
}

/** Only the identifier chosen in Identify By. */
function collectPass(item: ItemParameters, field: InputField & { kind: 'passRef' }): Values {
  const keys =
    item.value(IDENTIFY_BY) === 'passId'
      ? ['passId', ...(field.template === 'always' ? ['templateId'] : [])]
      : ['externalId', 'templateId'];
  return Object.fromEntries(
    keys.map((key) => {
      const part = field.combines[key] ?? field;
      const value = orUnresolved(() => item.value(key), key, part.label);
      return [key, asMapped(part, value, item.saved[key])];
    }),
  );
}

const returnAllInput = { [RETURN_ALL]: boolean({ label: 'Return All', default: false }) };

/** Return All and Limit as one value. n8n hides Limit while Return All is on. */
function collectLimit(item: ItemParameters, key: string): unknown {
  const readSwitch = () => item.valueIfShown(RETURN_ALL);
  const raw = { [RETURN_ALL]: orUnresolved(readSwitch, RETURN_ALL, 'Return All') };
  const { [RETURN_ALL]: returnAll } = readInput(returnAllInput, raw, { timezone: 'UTC' });
  return returnAll ? ALL_RESULTS : item.valueIfShown(key);
}

/**
 * Entries of a list, with the values of their collections and with field values as an object.
 * @param control `{entry: [{[key]: value, options: {...}}]}`
 */
function listEntries({ entry: inputs }: InputField & { kind: 'list' }, control: unknown): Values[] {
  const { entry: entries = [] } = (control ?? {}) as { entry?: Values[] };
  return entries.map((entry) =>
    Object.fromEntries(
      Object.entries(inputs).map(([key, field]) => [
        key,
        orUnresolved(() => entryValue(entry, key, field), key, field.label),
      ]),
    ),
  );
}

function entryValue(entry: Values, key: string, { kind, section }: InputField): unknown {
  const values =
    section === undefined ? entry : (entry[COLLECTIONS[section].name] as Values | undefined);
  const value = values?.[key];
  return kind === 'fieldValues' ? valuesById(value) : value;
}
