/** The results of a run as items of n8n. */

import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { type Output, type OutputFields, pickedOutput } from '../../../shared/fields/output';
import {
  type Operation,
  type OperationResult,
  outputFields,
} from '../../../shared/operations/operation';
import { omit } from '../../../shared/runtime/records';
import { simplePreview } from '../../../shared/run/preview';
import type { BatchResult } from '../../../shared/run/runMany';
import { identifyingInput } from '../../../shared/run/itemPhases';
import { errorItem, listErrorItem, type ItemsOfRun } from '../errors/errorItems';
import { notStored } from './fileOutput';
import type { ItemOutput } from './outputFormat';

/**
 * All results as output items, each paired with its input item; failed items become error items. Results of the list
 * follow without a pair, in the format of the first item.
 * @returns `failure`: why results of items that were sent are output as the service returned them
 * @throws only for an operation that reads, e.g. if a file cannot be stored
 */
export function outputItems(
  node: INode,
  operation: Operation,
  { items, listResults }: BatchResult<ItemOutput>,
  input: ItemsOfRun,
): { outputs: INodeExecutionData[]; failure: unknown } {
  const outputs: INodeExecutionData[] = [];
  let failure: unknown;
  const add = (result: OperationResult, pair: object, make: () => Iterable<INodeExecutionData>) => {
    let made: Iterable<INodeExecutionData>;
    try {
      // A read may fail, because nothing was sent.
      made = operation.effect === 'read' ? make() : [...make()];
    } catch (thrown) {
      failure ??= thrown;
      made = [result].flat().map(toItem);
    }
    for (const one of made) outputs.push({ ...one, ...pair });
  };
  for (const { index, collected, inputs, result } of items) {
    if (result.state === 'failed') {
      const about = inputs && identifyingInput(inputs.values);
      outputs.push(errorItem(node, result.error, index, input, about));
    }
    const { output } = collected ?? {};
    if (result.state !== 'done' || !output) continue;
    add(result.value, { pairedItem: { item: index } }, () =>
      resultItems(operation, result.value, output),
    );
  }
  const fields = items[0]?.collected?.output?.fields;
  for (const result of listResults) {
    if (result.state === 'failed') outputs.push(listErrorItem(node, result.error));
    else add(result.value, {}, () => [toItem(shownOutput(operation, result.value, fields))]);
  }
  return { outputs, failure };
}

/** One item for a result, one for each entry of a list, or one for each row of a file. */
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
    // Frees the original of a long list. Results of writes are kept, because a later attempt needs them.
    if (operation.effect === 'read') list[index] = {};
  }
}

/** @param fields chosen fields; all if not set */
function shownOutput(operation: Operation, record: Output, fields?: OutputFields): Output {
  if (!fields) return record;
  return record.preview === true
    ? simplePreview(record, fields, operation)
    : pickedOutput(record, fields, outputFields(operation));
}

function toItem(output: Output): INodeExecutionData {
  return { json: output as IDataObject };
}
