import type { IPollFunctions } from 'n8n-workflow';

import { invalidInput, isServiceError } from '../../../shared/errors/serviceError';
import { ALL_RESULTS, UnresolvedValue, boolean, readInput } from '../../../shared/fields';
import type { InputField, InputFields, RawInput } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import { isBlank } from '../../../shared/service/text';
import { COLLECTIONS } from '../properties/controls';
import { RETURN_ALL } from '../properties/limitControls';
import { hasOptionalExternalId } from '../properties/operationProperties';
import { IDENTIFY_BY, locatorValue } from '../properties/locators';
import { derivedExternalId } from './derivedExternalId';
import { hasAutomaticMapper, mappedFieldValues, valuesById } from './fieldValues';
import { collectFile, collectImage } from './fileInput';
import { fixedSwitch, isFixedSwitch } from './fixedSwitch';
import type { ItemParameters } from './itemParameters';

type Values = Record<string, unknown>;

/**
 * Collects the node's parameters for one item, under the input keys of the declaration.
 * Nothing is checked here: the declaration's fields parse the values.
 */
export function collectInput(item: ItemParameters, operation: Operation): RawInput {
  const raw: Values = {};
  for (const [key, field] of Object.entries(operation.input)) {
    Object.assign(
      raw,
      orUnresolved(() => collectField(item, key, field), key, field.label),
    );
  }
  const { externalId } = operation.input;
  if (externalId && hasOptionalExternalId(operation.input) && isBlank(raw.externalId)) {
    const derive = () => ({ externalId: derivedExternalId(item) });
    Object.assign(raw, orUnresolved(derive, 'externalId', externalId.label));
  }
  if (raw.unknownFields === undefined && hasAutomaticMapper(item, operation)) {
    raw.unknownFields = 'leaveOut';
  }
  return raw;
}

/** The same for a trigger, which has no items. Its inputs are single values and locators. */
export function collectTriggerInput(functions: IPollFunctions, input: InputFields): RawInput {
  return Object.fromEntries(
    Object.entries(input).map(([key, { section }]) => {
      const value =
        section === undefined
          ? functions.getNodeParameter(key, null, { extractValue: true })
          : (functions.getNodeParameter(COLLECTIONS[section].name, {}) as Values)[key];
      return [key, locatorValue(value)];
    }),
  );
}

/** Names the input whose expression failed; n8n does not. */
function orUnresolved(collect: () => Values, key: string, label: string): Values {
  try {
    return collect();
  } catch (thrown) {
    if (isServiceError(thrown)) return { [key]: new UnresolvedValue(thrown) };
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const error = invalidInput(
      label,
      key,
      `has an expression that cannot be resolved: ${reason}`,
      `Open the node and check the expression in '${label}' for this item.`,
    );
    return { [key]: new UnresolvedValue(error) };
  }
}

function collectField(item: ItemParameters, key: string, field: InputField): Values {
  if (isFixedSwitch(field)) return { [key]: fixedSwitch(item.functions, key, field) };
  if (field.section !== undefined) {
    const value = item.collection(COLLECTIONS[field.section].name)[key];
    return { [key]: collectionValue(item, field, value) };
  }
  switch (field.kind) {
    case 'passRef':
      return collectPass(item, field.template === 'always');
    case 'fieldValues':
      return { [key]: mappedFieldValues(item, key) };
    case 'list':
      return { [key]: listEntries(field, item.collection(key)) };
    case 'file':
      return { [key]: collectFile(item.functions, item.itemIndex) };
    case 'limit':
      return { [key]: collectLimit(item, key) };
    case 'templateRef':
    case 'ref':
      return { [key]: item.value(key) };
    default:
      return { [key]: item.valueIfShown(key) };
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
function collectPass(item: ItemParameters, alwaysWithTemplate: boolean): Values {
  if (item.value(IDENTIFY_BY) === 'passId') {
    const templateId = alwaysWithTemplate ? item.value('templateId') : undefined;
    return { passId: item.value('passId'), templateId };
  }
  return { externalId: item.value('externalId'), templateId: item.value('templateId') };
}

const returnAllInput = { [RETURN_ALL]: boolean({ label: 'Return All', default: false }) };

/** Return All and Limit as one value. n8n hides Limit while Return All is on. */
function collectLimit(item: ItemParameters, key: string): unknown {
  const raw = { [RETURN_ALL]: item.valueIfShown(RETURN_ALL) };
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
      Object.entries(inputs).map(([key, { kind, section }]) => {
        const values =
          section === undefined ? entry : (entry[COLLECTIONS[section].name] as Values | undefined);
        const value = values?.[key];
        return [key, kind === 'fieldValues' ? valuesById(value) : value];
      }),
    ),
  );
}
