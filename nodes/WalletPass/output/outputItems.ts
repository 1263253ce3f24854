/** The results of a run as items of n8n. */

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { type Output, type OutputFields, pickedOutput } from '../../../shared/fields/output';
import {
  type Operation,
  type OperationResult,
  outputFields,
} from '../../../shared/operations/operation';
import { omit } from '../../../shared/runtime/records';
import type { ItemRows } from '../../../shared/run/itemNames';
import { simplePreview } from '../../../shared/run/previewValues';
import type { BatchResult } from '../../../shared/run/runBatch';
import { externalIdOf, type RunItem } from '../../../shared/run/runItem';
import { errorItem, listErrorItem } from '../errors/errorItems';
import { notStored } from './fileOutput';
import type { ItemOutput } from './itemOutput';

/**
 * All results as output items, each paired with its input item; failed ones as error items. Results of the list
 * follow without a pair, in the form of the first item.
 */
export function outputItems(
  node: INode,
  operation: Operation,
  { items, listResults }: BatchResult<ItemOutput>,
  rows: ItemRows,
): INodeExecutionData[] {
  const outputs: INodeExecutionData[] = [];
  for (const item of items) {
    for (const output of itemOutputs(node, operation, item, rows)) outputs.push(output);
  }
  const fields = items[0]?.given?.output?.fields;
  for (const result of listResults) {
    if (result.state === 'failed') outputs.push(listErrorItem(node, result.error));
    else outputs.push(toItem(shownOutput(operation, result.value, fields)));
  }
  return outputs;
}

function* itemOutputs(
  node: INode,
  operation: Operation,
  { index, given, inputs, result }: RunItem<ItemOutput>,
  rows: ItemRows,
): Generator<INodeExecutionData> {
  if (result.state === 'failed') {
    const externalId = inputs && externalIdOf(inputs.values);
    yield errorItem(node, result.error, index, { rows, externalId });
  }
  if (result.state !== 'done' || !given?.output) return;
  for (const output of resultItems(operation, result.value, given.output)) {
    yield { ...output, pairedItem: { item: index } };
  }
}

/** One item for a result, for each entry of a list, or for each row of a file. */
function* resultItems(
  operation: Operation,
  result: OperationResult,
  { fields, fileSink, omitsSkippedFields }: ItemOutput,
): Generator<INodeExecutionData> {
  if (fileSink?.as === 'file') {
    if (!fileSink.file) throw notStored();
    yield { ...toItem(result as Output), binary: { [fileSink.field]: fileSink.file } };
    return;
  }
  const list = fileSink?.rows ?? (Array.isArray(result) ? result : [result]);
  for (const [index, record] of list.entries()) {
    const shown = shownOutput(operation, record, fields);
    yield toItem(omitsSkippedFields ? omit(shown, 'skippedFields') : shown);
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

function toItem(output: Output): INodeExecutionData {
  return { json: output as IDataObject };
}
