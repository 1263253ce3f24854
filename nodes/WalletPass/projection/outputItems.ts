import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation, OperationResult } from '../../../shared/operations/operation';
import { isFileOutput } from '../../../shared/operations/operation';
import { simplified } from '../../../shared/operations/output';
import type { ItemResult } from '../../../shared/operations/runItems';
import { errorItem } from './errors';
import { BINARY_FIELD, OUTPUT_AS, SIMPLIFY, canSimplify } from './properties';

/** How the results of one item are to look. */
export interface Shape {
  simplify: boolean;
  asItems: boolean;
  binaryField: string;
}

/** Reads what the item's parameters say of its output, before anything is sent. */
export function outputShape(
  functions: IExecuteFunctions,
  { output }: Operation,
  item: number,
): Shape {
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
export async function outputItems(
  functions: IExecuteFunctions,
  operation: Operation,
  results: ItemResult<OperationResult>[],
  shapeOf: (item: number) => Shape,
): Promise<INodeExecutionData[]> {
  const output: INodeExecutionData[] = [];
  for (const [item, result] of results.entries()) {
    if (result.state === 'notStarted') continue;
    const made =
      result.state === 'done'
        ? await resultItems(functions, operation, result.value, shapeOf(item)).catch(notShown)
        : [errorItem(result.error, item)].map((json) => ({ json }));
    output.push(...made.map((one) => ({ ...one, pairedItem: { item } })));

    /** The operation was carried out, so the item must not look as if it was not. */
    function notShown(thrown: unknown): INodeExecutionData[] {
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      return [
        { json: errorItem(new Error(`Done, but its output could not be made: ${text}`), item) },
      ];
    }
  }
  return output;
}

async function resultItems(
  functions: IExecuteFunctions,
  operation: Operation,
  result: OperationResult,
  { simplify, asItems, binaryField }: Shape,
): Promise<INodeExecutionData[]> {
  if (!isFileOutput(result)) {
    const list = Array.isArray(result) ? result : [result];
    const { fields } = operation.output;
    return list.map((one) => ({ json: (simplify ? simplified(one, fields) : one) as IDataObject }));
  }
  if (asItems) return result.rows().map((row) => ({ json: row as IDataObject }));
  const { name, mimeType, content } = result.file;
  const data = await functions.helpers.prepareBinaryData(Buffer.from(content), name, mimeType);
  return [{ json: result.json as IDataObject, binary: { [binaryField]: data } }];
}
