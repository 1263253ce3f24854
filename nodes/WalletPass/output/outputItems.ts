import type {
  IDataObject,
  IExecuteFunctions,
  INode,
  INodeExecutionData,
  INodeProperties,
} from 'n8n-workflow';

import type { ServiceError } from '../../../shared/errors/serviceError';
import { UnresolvedValue } from '../../../shared/fields';
import { type Output, type OutputFields, pickedOutput } from '../../../shared/fields/output';
import {
  type Operation,
  type OperationResult,
  outputFields,
} from '../../../shared/operations/operation';
import { omit } from '../../../shared/runtime/records';
import type { ItemRows } from '../../../shared/run/itemNames';
import { simplePreview } from '../../../shared/run/preview';
import type { BatchResult } from '../../../shared/run/runBatch';
import { externalIdOf } from '../../../shared/run/runItem';
import { hasAutomaticMapper } from '../controls/fieldValues';
import type { ItemParameters } from '../controls/itemParameters';
import { binaryField, canSimplify, chosenFields, outputAs } from '../controls/outputFormat';
import { readOrUnresolved } from '../controls/unresolved';
import { errorItem, furtherErrorItem } from '../errors/nodeErrors';
import { binaryOutput, notStored, rowsOutput, type FileOutput } from './fileOutput';

/** How the result of one item is output. */
export interface ItemOutput {
  /** All fields if not set. */
  fields?: OutputFields;
  /** Name of the binary field for a file. */
  binaryField: string;
  fileSink?: FileOutput;
  /** Set if one hint of the run names the skipped fields, instead of a list in every item. */
  omitsSkippedFields: boolean;
  /** Of parameters whose expressions fail. */
  errors: ServiceError[];
}

/** Reads the item's output parameters before anything is sent. */
export function readItemOutput(
  functions: IExecuteFunctions,
  item: ItemParameters,
  operation: Operation,
): ItemOutput {
  const errors: ServiceError[] = [];
  const omitsSkippedFields = hasAutomaticMapper(item, operation);
  const read = ({ name, displayName }: INodeProperties): unknown => {
    const value = readOrUnresolved(() => item.value(name), name, displayName);
    if (!(value instanceof UnresolvedValue)) return value;
    errors.push(value.failure);
    return undefined;
  };
  if (operation.output.returns !== 'file') {
    const fields = canSimplify(operation.output)
      ? chosenFields(outputFields(operation), (property) =>
          property.name in item.saved ? read(property) : null,
        )
      : undefined;
    return { ...(fields && { fields }), binaryField: '', omitsSkippedFields, errors };
  }
  const field = (read(binaryField) as string | undefined) || 'data';
  const fileSink = read(outputAs) === 'items' ? rowsOutput() : binaryOutput(functions);
  return { binaryField: field, fileSink, omitsSkippedFields, errors };
}

/**
 * All results as output items, each paired with its input item; failed ones as error items. Further results follow
 * without a pair, in the form of the first item.
 */
export function outputItems(
  node: INode,
  operation: Operation,
  { items, further }: BatchResult<ItemOutput>,
  rows: ItemRows,
): INodeExecutionData[] {
  const outputs: INodeExecutionData[] = [];
  for (const { index, given, inputs, result } of items) {
    if (result.state === 'failed') {
      const externalId = inputs && externalIdOf(inputs.values);
      outputs.push(errorItem(node, result.error, index, { rows, externalId }));
    }
    if (result.state !== 'done' || !given?.own) continue;
    for (const each of resultItems(operation, result.value, given.own)) {
      outputs.push({ ...each, pairedItem: { item: index } });
    }
  }
  for (const result of further) {
    if (result.state === 'failed') outputs.push(furtherErrorItem(node, result.error));
    if (result.state !== 'done') continue;
    outputs.push({
      json: shownOutput(operation, result.value, items[0]?.given?.own?.fields) as IDataObject,
    });
  }
  return outputs;
}

function* resultItems(
  operation: Operation,
  result: OperationResult,
  { fields, binaryField, fileSink, omitsSkippedFields }: ItemOutput,
): Generator<INodeExecutionData> {
  if (fileSink?.as === 'file') {
    if (!fileSink.file) throw notStored();
    yield { json: result as IDataObject, binary: { [binaryField]: fileSink.file } };
    return;
  }
  const list = fileSink?.rows ?? (Array.isArray(result) ? result : [result]);
  for (const [index, record] of list.entries()) {
    const shown = shownOutput(operation, record, fields);
    yield { json: (omitsSkippedFields ? omit(shown, 'skippedFields') : shown) as IDataObject };
    // Frees the original of a long list. Results of writes are kept: a later attempt needs them.
    if (operation.effect === 'read') list[index] = {};
  }
}

/** @param fields the chosen ones; all if not set */
function shownOutput(operation: Operation, record: Output, fields?: OutputFields): Output {
  if (!fields) return record;
  return record.preview === true
    ? simplePreview(record, fields, operation)
    : pickedOutput(record, fields, outputFields(operation));
}
