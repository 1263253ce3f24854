/** Converts the errors of the shared core to n8n's error classes, for a node that fails. */

import {
  type INode,
  type IPollFunctions,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';

import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { redactAll } from '../../../shared/http/apiKey';
import type { ItemRows } from '../../../shared/operations/itemNames';
import { wordNotes } from '../../../shared/operations/notes';
import { explanations } from '../../../shared/run/explanations';
import { reportWithWords } from '../../../shared/run/platformError';
import {
  countFailed,
  listReasonLines,
  reasonLines,
  reportText,
  type RunReport,
} from '../../../shared/run/report';
import { BatchStopped } from '../../../shared/run/runMany';
import type { ItemsOfRun } from './errorItems';
import { htmlLines, N8N_WORDS, errorDetails, shownError, withItem } from './shownError';

/**
 * The error that n8n shows when the node fails; for a stopped run, with a report on all items.
 * @param input of the run; none for a trigger
 */
export function nodeError(
  node: INode,
  thrown: unknown,
  input: ItemsOfRun = { items: [], rows: [] },
): Error {
  const { rows } = input;
  const stop = thrown instanceof BatchStopped ? thrown : undefined;
  const report = stop && redactAll(reportWithWords(stop.report, N8N_WORDS));
  const shown = shownError(stop ? stop.cause : thrown, node);
  const description = descriptionOf(shown, report, rows);
  const itemIndex = stop?.item;
  const error = isServiceError(shown)
    ? ofServiceError(node, shown, input, { description, itemIndex })
    : ofOtherError(node, shown, { description, itemIndex });
  const details = isServiceError(shown) ? errorDetails(shown) : {};
  error.context = { ...error.context, ...details, ...(report && { report }) };
  return error;
}

/** Runs `work`. Its errors become a {@link nodeError}, so that n8n shows e.g. the missing scope. */
export async function withNodeErrors<T>(
  functions: Pick<IPollFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw nodeError(functions.getNode(), thrown);
  }
}

interface Shown {
  description: string;
  /** `undefined` if the failure belongs to no item. */
  itemIndex: number | undefined;
}

function ofServiceError(
  node: INode,
  error: ServiceError,
  { items, rows }: ItemsOfRun,
  { description, itemIndex }: Shown,
): NodeApiError | NodeOperationError {
  const { status, code } = error;
  const message =
    itemIndex === undefined
      ? error.message
      : withItem(error.message, itemIndex, rows, items.length);
  const options = { message, description, itemIndex };
  if (status === undefined) return new NodeOperationError(node, message, options);
  // A plain object, because NodeApiError would keep the texts of an error object.
  const response: JsonObject = { statusCode: status, code: code ?? null, message: error.message };
  return new NodeApiError(node, response, { ...options, httpCode: String(status) });
}

/** An error that n8n has created for the node keeps its class and texts. */
function ofOtherError(
  node: INode,
  shown: unknown,
  { description, itemIndex }: Shown,
): NodeApiError | NodeOperationError {
  if (!(shown instanceof NodeApiError || shown instanceof NodeOperationError)) {
    return new NodeOperationError(node, shown as Error, { description, itemIndex });
  }
  const texts = [shown.description, description].filter(Boolean);
  if (texts.length > 0) shown.description = texts.join('<br>');
  return shown;
}

/**
 * The fix for the failure that stopped the run, the results of all items, and the reasons of the failed items:
 *
 *     a single error           Enter an email address. 3 done, 1 failed (row 5).
 *     several errors           the same, then a line for each reason: Row 7: ...
 *     several invalid inputs   a line for each input with its own fix, then the results
 */
function descriptionOf(shown: unknown, report: RunReport | undefined, rows: ItemRows): string {
  const { fix = '', invalid } = isServiceError(shown) ? shown : {};
  const notes = wordNotes(report?.notes ?? [], rows, N8N_WORDS).flatMap(({ lines }) => lines);
  const results = report ? [reportText(report, rows), ...notes].join(' ') : '';
  const isOneOfSeveral = report !== undefined && countFailed(report) > 1;
  const reasons = isOneOfSeveral
    ? [...reasonLines(report, rows, { shownFix: fix }), ...listReasonLines(report, fix)]
    : [];
  if (!invalid) return htmlLines([[fix, results].filter(Boolean).join(' '), ...reasons]);
  // Several problems have a line each, with its own fix, here or among the reasons.
  const problems = isOneOfSeveral ? [] : explanations(shown as ServiceError);
  return htmlLines([...problems, results, ...reasons].filter(Boolean));
}
