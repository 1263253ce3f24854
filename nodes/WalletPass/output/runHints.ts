import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

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

interface Outcome {
  results: Results;
  duplicates: Duplicates | undefined;
  /** Per item, the phone number without a country code that a text message is requested for. */
  localNumbers: readonly (string | undefined)[];
}

/** Adds what a person should know about the run as a whole, shown above the output. */
export async function addRunHints(
  functions: IExecuteFunctions,
  context: SharedContext,
  parameters: ItemParameters,
  operation: Operation,
  { results, duplicates, localNumbers }: Outcome,
): Promise<void> {
  const hints = [
    operation.effect === 'read' ? undefined : runSummary(results, singleOutput),
    duplicates && duplicatesText(duplicates),
    unchangedNote(operation, results, singleOutput),
    repeatedRowsHint(operation, results),
    localNumbersHint(results, localNumbers),
    hasAutomaticMapper(parameters, operation)
      ? unmatchedColumnsHint(parameters.saved, results)
      : undefined,
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

/** Longer lists are cut. */
const MAX_NUMBERS = 10;

/** The service may text such a number in a country of its choice, or nowhere. */
function localNumbersHint(
  results: Results,
  localNumbers: readonly (string | undefined)[],
): string | undefined {
  const texted = results.flatMap((result, index) => {
    const output = outputOf(result);
    const isSent =
      output !== undefined && !['existing', 'updated'].includes(String(output.outcome));
    return isSent ? (localNumbers[index] ?? []) : [];
  });
  const numbers = [...new Set(texted)];
  if (numbers.length === 0) return undefined;
  const more = numbers.length - MAX_NUMBERS;
  return `Text messages were requested for phone numbers without a country code, exactly as entered: ${numbers.slice(0, MAX_NUMBERS).join(', ')}${more > 0 ? ` and ${more} more` : ''}. Enter numbers with their country code, e.g. +49 151 12345678.`;
}

/**
 * With Map Automatically, columns that match no field are normal. One hint for the whole run names those
 * that no other input uses, instead of a list in every item.
 */
function unmatchedColumnsHint(saved: INodeParameters, results: Results): string | undefined {
  const mapped = mappedColumns(saved);
  const columns = new Set<string>();
  for (const result of results) {
    const output = outputOf(result);
    if (!Array.isArray(output?.leftOut)) continue;
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
