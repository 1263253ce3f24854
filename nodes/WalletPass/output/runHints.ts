import type { IExecuteFunctions } from 'n8n-workflow';

import type { ItemResult } from '../../../shared/engine/runItems';
import { runSummary } from '../../../shared/engine/runSummary';
import type { Operation } from '../../../shared/operations/operation';
import { hasAutomaticMapper } from '../input/fieldValues';
import type { ItemParameters } from '../input/itemParameters';
import {
  EXTERNAL_ID_COLUMNS_LABEL,
  hasOptionalExternalId,
} from '../properties/operationProperties';
import type { NodeResult } from './fileOutput';
import { singleOutput } from './fileOutput';

type Results = readonly ItemResult<NodeResult>[];

/**
 * Adds what a person should know about the run as a whole, shown above the output.
 * @param localNumbers per item, the phone number without a country code that a text message is requested for
 */
export function addRunHints(
  functions: IExecuteFunctions,
  parameters: ItemParameters,
  operation: Operation,
  results: Results,
  localNumbers: readonly (string | undefined)[],
): void {
  const hints = [
    operation.effect === 'read' ? undefined : runSummary(results, singleOutput),
    repeatedRowsHint(operation, results),
    localNumbersHint(results, localNumbers),
    hasAutomaticMapper(parameters, operation) ? unmatchedColumnsHint(results) : undefined,
  ];
  for (const message of hints) {
    if (message !== undefined) functions.addExecutionHints({ message, location: 'outputPane' });
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
  return `${issued} ${issued === 1 ? 'pass was' : 'passes were'} issued without an external ID. Another run with the same items issues them again. To prevent this, map 'External ID', or set '${EXTERNAL_ID_COLUMNS_LABEL}' in Options.`;
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
 * With Map Automatically, columns that match no field are normal: other inputs use them. One hint for
 * the whole run names them, instead of a list in every item.
 */
function unmatchedColumnsHint(results: Results): string | undefined {
  const columns = new Set<string>();
  for (const result of results) {
    const output = outputOf(result);
    if (!Array.isArray(output?.leftOut)) continue;
    for (const column of output.leftOut as string[]) columns.add(column);
    delete output.leftOut;
  }
  return columns.size === 0
    ? undefined
    : `These columns match no template field and were not sent as field values: ${[...columns].join(', ')}`;
}

function outputOf(result: Results[number]) {
  return result.state === 'done' ? singleOutput(result.value) : undefined;
}
