import type { IExecuteFunctions } from 'n8n-workflow';

import type { Duplicates } from '../../../shared/api/externalIdList';
import type { ItemResult } from '../../../shared/engine/runItems';
import { duplicatesText } from '../../../shared/engine/runReport';
import { runSummary, unchangedNote } from '../../../shared/engine/runSummary';
import { unlistedFieldsNote } from '../../../shared/engine/unlistedFields';
import type { SharedContext } from '../../../shared/engine/createContext';
import type { Output } from '../../../shared/fields/output';
import { redact } from '../../../shared/http/redact';
import type { Operation } from '../../../shared/operations/operation';
import { htmlLines } from '../errors/html';
import { hasAutomaticMapper } from '../input/fieldValues';
import type { ItemParameters } from '../input/itemParameters';
import { mappedColumns } from '../input/mappedColumns';
import {
  EXTERNAL_ID_COLUMNS_LABEL,
  hasOptionalExternalId,
} from '../properties/operationProperties';
import type { NodeResult } from './fileOutput';
import { isFileResult, singleOutput } from './fileOutput';

type Results = readonly ItemResult<NodeResult>[];

/** Adds what a person should know about the run as a whole, shown above the output. */
export async function addRunHints(
  functions: IExecuteFunctions,
  context: SharedContext,
  parametersOf: (itemIndex: number) => ItemParameters,
  operation: Operation,
  { results, duplicates }: { results: Results; duplicates: Duplicates | undefined },
): Promise<void> {
  const hints = [
    operation.effect === 'read' ? undefined : runSummary(results, singleOutput),
    duplicates && duplicatesText(duplicates),
    unchangedNote(operation, results, singleOutput),
    repeatedRowsHint(operation, results),
    unmatchedColumnsHint(functions, parametersOf, operation, results),
    // Costs a request, so only if a person is watching.
    functions.getMode() === 'manual'
      ? await unlistedFieldsNote(operation, allOutputs(results), context.templates)
      : undefined,
  ];
  for (const message of hints) {
    if (message === undefined) continue;
    const html = htmlLines([redact(message)]);
    functions.addExecutionHints({ message: html, location: 'outputPane' });
  }
}

/** Only for several items: a run for a single one comes from an event, which happens once. */
function repeatedRowsHint(operation: Operation, results: Results): string | undefined {
  if (!hasOptionalExternalId(operation.input) || results.length < 2) return undefined;
  const issued = results.filter((result) => {
    const output = outputOf(result);
    return output?.outcome === 'created' && output.externalId === undefined;
  }).length;
  if (issued === 0) return undefined;
  const [passes, again] = issued === 1 ? ['pass was', 'it'] : ['passes were', 'them'];
  return `${issued} ${passes} issued without an external ID. Another run with the same items issues ${again} again. To prevent this, map 'External ID', or set '${EXTERNAL_ID_COLUMNS_LABEL}' in Options.`;
}

/**
 * With Map Automatically, columns that match no field are normal. One hint for the whole run names those
 * that no other input uses, instead of a list in every item.
 */
function unmatchedColumnsHint(
  functions: IExecuteFunctions,
  parametersOf: (itemIndex: number) => ItemParameters,
  operation: Operation,
  results: Results,
): string | undefined {
  const mapped = mappedColumns(functions.getNode().parameters);
  const columns = new Set<string>();
  for (const [index, result] of results.entries()) {
    const output = outputOf(result);
    if (!Array.isArray(output?.leftOut)) continue;
    if (!hasAutomaticMapper(parametersOf(index), operation)) continue;
    for (const column of output.leftOut as string[]) {
      if (!mapped.has(column)) columns.add(column);
    }
    delete output.leftOut;
  }
  return columns.size === 0
    ? undefined
    : `These columns match no template field and were not sent as field values: ${[...columns].join(', ')}`;
}

function allOutputs(results: Results): Output[] {
  return results.flatMap((result) =>
    result.state === 'done' && !isFileResult(result.value) ? [result.value].flat() : [],
  );
}

function outputOf(result: Results[number]) {
  return result.state === 'done' ? singleOutput(result.value) : undefined;
}
