import type { IDataObject, INode, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../shared/operations/operation';
import { outputFields } from '../../../shared/operations/operation';
import { simplified } from '../../../shared/fields/output';
import type { ItemResult } from '../../../shared/engine/runItems';
import type { ItemParameters } from '../input/itemParameters';
import { errorItem } from '../errors/nodeErrors';
import type { NodeResult } from './fileOutput';
import { isFileResult } from './fileOutput';
import { resolved } from '../input/unresolved';
import {
  BINARY_FIELD_CONTROL,
  OUTPUT_AS_CONTROL,
  SIMPLIFY_CONTROL,
  canSimplify,
} from '../properties/operationProperties';

/** The output parameters of one item. */
export interface OutputFormat {
  simplify: boolean;
  asItems: boolean;
  binaryField: string;
}

/**
 * Reads the item's output parameters before anything is sent.
 * @throws ServiceError naming a parameter whose expression fails
 */
export function outputFormat(item: ItemParameters, { output }: Operation): OutputFormat {
  const isFile = output.returns === 'file';
  const read = ({ name, displayName }: INodeProperties) =>
    resolved(() => item.valueIfShown(name), name, displayName);
  return {
    simplify: canSimplify(output) && (read(SIMPLIFY_CONTROL) ?? true) === true,
    asItems: isFile && read(OUTPUT_AS_CONTROL) === 'items',
    binaryField: (isFile && (read(BINARY_FIELD_CONTROL) as string)) || 'data',
  };
}

/** All results as output items, each paired with its input item; failed ones as error items. */
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
    const items = resultItems(operation, result.value, formats[item] as OutputFormat);
    for (const outputItem of items) output.push({ ...outputItem, pairedItem: { item } });
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
  for (const [index, record] of list.entries()) {
    yield { json: (simplify ? simplified(record, fields) : record) as IDataObject };
    // Frees the original of a long list. Results of writes are kept: a later attempt needs them.
    if (operation.effect === 'read') list[index] = {};
  }
}
