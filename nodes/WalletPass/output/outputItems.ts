import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../../shared/operations/operation';
import { outputFields } from '../../../shared/operations/operation';
import { simplified } from '../../../shared/fields/output';
import type { ItemResult } from '../../../shared/engine/runItems';
import { errorItem } from '../errors/nodeErrors';
import type { NodeResult } from './fileOutput';
import { isFileResult } from './fileOutput';
import { BINARY_FIELD, OUTPUT_AS, SIMPLIFY, canSimplify } from '../properties/operationProperties';

/** How the results of one item are output. */
export interface OutputFormat {
  simplify: boolean;
  asItems: boolean;
  binaryField: string;
}

/** Reads the item's output parameters before anything is sent. */
export function outputFormat(
  functions: IExecuteFunctions,
  { output }: Operation,
  item: number,
): OutputFormat {
  const parameter = (name: string, fallback: unknown): unknown =>
    functions.getNodeParameter(name, item, fallback);
  const file = output.returns === 'file';
  return {
    simplify: canSimplify(output) && parameter(SIMPLIFY, true) === true,
    asItems: file && parameter(OUTPUT_AS, 'file') === 'items',
    binaryField: (file && (parameter(BINARY_FIELD, 'data') as string)) || 'data',
  };
}

/** Every result as items, paired with the item it came from; a failed one as an error item. */
export function outputItems(
  node: INode,
  operation: Operation,
  results: ItemResult<NodeResult>[],
  formats: readonly OutputFormat[],
): INodeExecutionData[] {
  const output: INodeExecutionData[] = [];
  for (const [item, result] of results.entries()) {
    if (result.state === 'notStarted') continue;
    if (result.state === 'failed') {
      output.push(errorItem(node, result.error, item));
      continue;
    }
    const made = resultItems(operation, result.value, formats[item] as OutputFormat);
    for (const one of made) output.push({ ...one, pairedItem: { item } });
  }
  return output;
}

function* resultItems(
  operation: Operation,
  result: NodeResult,
  { simplify, binaryField }: OutputFormat,
): Generator<INodeExecutionData> {
  if (isFileResult(result)) {
    yield { json: result.json as IDataObject, binary: { [binaryField]: result.file } };
    return;
  }
  const fields = outputFields(operation);
  const list = Array.isArray(result) ? result : [result];
  for (const [index, one] of list.entries()) {
    yield { json: (simplify ? simplified(one, fields) : one) as IDataObject };
    // A long list in two forms would take twice the memory. Of what a try has written, a later one
    // still needs the result.
    if (operation.effect === 'read') list[index] = {};
  }
}
