import { isGiven, type InputField, type Kind, type RawInput } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import { boolean, confirmation } from './boolean';
import { choice, choices } from './choice';
import type { Control } from './control';
import {
  EXTERNAL_ID_COLUMNS_LABEL,
  derivedExternalId,
  hasOptionalExternalId,
} from './externalIdColumns';
import { fieldValues, fieldValuesById, hasAutomaticMapper } from './fieldValues';
import { file, image } from './file';
import { createForm } from './form';
import { type ItemParameters, readOrError } from './itemParameters';
import { limit } from './limit';
import { listControl } from './list';
import { ref, templateDropdown, templateRef, templateRefs } from './locator';
import { passRef } from './passRef';
import * as values from './values';

type Controls = { [K in Kind]: Control<K> };

/** The control of each kind of input. */
const CONTROLS: Controls = {
  ...values,
  boolean,
  choice,
  choices,
  confirmation,
  fieldValues,
  file,
  image,
  limit,
  list: listControl(createForm((field) => IN_LIST[field.kind] ?? getControl(field))),
  passRef,
  ref,
  templateRef,
  templateRefs,
};

/** The controls that differ inside a list: n8n has no mapper and no searching locator there. */
const IN_LIST: Partial<Controls> = { fieldValues: fieldValuesById, templateRef: templateDropdown };

/** The control of an input. */
export function getControl({ kind }: InputField): Control {
  return CONTROLS[kind];
}

/** The form of an operation or trigger. */
export const form = createForm(getControl);

/**
 * Collects the node's parameters for one item, under the input keys of the declaration.
 * Nothing is checked here: the declaration's fields parse the values.
 */
export function collectInput(item: ItemParameters, operation: Operation): RawInput {
  const raw = form.collect(item, operation.input, operation);
  if (hasOptionalExternalId(operation.input) && !isGiven(raw.externalId)) {
    const derive = () => derivedExternalId(item) ?? raw.externalId;
    raw.externalId = readOrError(derive, 'externalId', EXTERNAL_ID_COLUMNS_LABEL);
  }
  // Map Automatically takes all columns, and it is normal that some match no field.
  if (raw.unknownFields === undefined && hasAutomaticMapper(item, operation)) {
    raw.unknownFields = 'skip';
  }
  return raw;
}
