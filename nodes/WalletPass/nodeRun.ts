/** Facts of n8n about a run of the node: how it is retried, which round of a loop it is, and the rows of its items. */

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { RunRetries } from '../../shared/run/attempts';
import { isBlank } from '../../shared/service/text';
import type { ItemParameters } from './controls/itemParameters';
import type { ItemRows } from '../../shared/operations/itemNames';

/**
 * How n8n's Retry On Fail retries a run: it runs the whole node again with all its items.
 * @returns `undefined` if the node is not set to retry
 */
export function runRetries(functions: IExecuteFunctions): RunRetries | undefined {
  const { retryOnFail, maxTries = 3 } = functions.getNode();
  if (!retryOnFail) return undefined;
  return {
    // The node's context survives from one attempt to the next.
    store: functions.getContext('node'),
    runIndex: readRunIndex(functions),
    // n8n allows two to five.
    maxAttempts: Math.min(5, Math.max(2, maxTries)),
  };
}

/**
 * A key that is the same for every attempt of Retry On Fail, and differs between executions and between rounds of a
 * loop.
 */
export function runKey(functions: IExecuteFunctions): string {
  return [functions.getExecutionId(), functions.getNode().id, readRunIndex(functions)].join(':');
}

/** Which run of the node this is within the execution, because a loop runs it several times. */
export function readRunIndex(functions: IExecuteFunctions): number {
  return Number(functions.getWorkflowDataProxy(0).$runIndex ?? 0);
}

/** Column with the row of the sheet that n8n's Google Sheets node adds; the header is row 1. */
const ROW_NUMBER = 'row_number';

/** Whether a row of a sheet and all mapped parameters are blank. */
export function isBlankRow({ json, isBlank: isBlankWhereMapped }: ItemParameters): boolean {
  const columns = Object.entries(json).filter(([column]) => column !== ROW_NUMBER);
  return columns.every(([, value]) => isBlank(value)) && isBlankWhereMapped();
}

/**
 * The rows of the items: the rows of their sheet if all items have them, or else counted from 1, without a header.
 * Empty for a single item, which may come from a form, and for later rounds of a loop, which may have other rows.
 * @param runIndex which run of the node this is within the execution
 */
export function itemRows(items: readonly INodeExecutionData[], runIndex: number): ItemRows {
  const sheetRows = items.map(({ json }) => Number(json[ROW_NUMBER]));
  if (sheetRows.every((row) => Number.isInteger(row) && row > 0)) return sheetRows;
  return items.length > 1 && runIndex === 0 ? items.map((_, index) => index + 1) : [];
}
