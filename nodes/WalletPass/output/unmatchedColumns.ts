import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemResult } from '../../../shared/engine/runItems';
import type { Operation } from '../../../shared/operations/operation';
import { mapsAutomatically } from '../input/fieldValues';
import type { NodeResult } from './fileOutput';
import { singleOutput } from './fileOutput';

/**
 * With Map Automatically, columns that match no field are normal: other inputs use them. One hint for
 * the whole run names them, instead of a list in every item.
 */
export function addUnmatchedColumnsHint(
  functions: IExecuteFunctions,
  operation: Operation,
  results: readonly ItemResult<NodeResult>[],
): void {
  const columns = new Set<string>();
  for (const [index, result] of results.entries()) {
    const output = result.state === 'done' ? singleOutput(result.value) : undefined;
    if (!Array.isArray(output?.leftOut) || !mapsAutomatically(functions, operation, index))
      continue;
    for (const column of output.leftOut as string[]) columns.add(column);
    delete output.leftOut;
  }
  if (columns.size === 0) return;
  functions.addExecutionHints({
    message: `These columns match no template field and were not sent as field values: ${[...columns].join(', ')}`,
    location: 'outputPane',
  });
}
