/** The errors of the shared core as n8n's error classes: what n8n shows when the node fails. */

import {
  type INode,
  type IPollFunctions,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';

import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { redactAll } from '../../../shared/http/apiKey';
import { explanations, reasonLines, reportText } from '../../../shared/run/reportText';
import type { ItemRows } from '../../../shared/run/itemNames';
import { reportWithWords } from '../../../shared/run/platformError';
import { countFailed, type RunReport } from '../../../shared/run/report';
import { noteLines } from '../../../shared/run/noteTexts';
import { BatchStopped } from '../../../shared/run/runMany';
import { htmlLines, N8N_WORDS, errorDetails, shownError, withItem } from './shownError';

/** Where a run stopped. */
interface Stop {
  /** None if something failed that follows all items. */
  itemIndex: number | undefined;
  rows: ItemRows;
  report: RunReport;
}

/**
 * The error that n8n shows when the node fails; for a stopped run, with a report of all items.
 * @param rows of the items of the run; none for a trigger
 */
export function nodeError(node: INode, thrown: unknown, rows: ItemRows = []): Error {
  if (!(thrown instanceof BatchStopped)) return toNodeError(node, shownError(thrown));
  const report = redactAll(reportWithWords(thrown.report, N8N_WORDS));
  const stop = { itemIndex: thrown.item, rows, report };
  return toNodeError(node, shownError(thrown.cause), stop);
}

/** What `work` returns; its errors as {@link nodeError}, so that n8n shows e.g. the missing scope. */
export async function withNodeErrors<T>(
  functions: Pick<IPollFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  const outcome = await work().then(
    (value) => ({ value }),
    (thrown: unknown) => ({ error: nodeError(functions.getNode(), thrown) }),
  );
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

function toNodeError(node: INode, shown: unknown, stop?: Stop): Error {
  const description = descriptionOf(shown, stop);
  const error = isServiceError(shown)
    ? ofServiceError(node, shown, description, stop)
    : ofOtherError(node, shown, description, stop);
  error.context = {
    ...error.context,
    ...(isServiceError(shown) && errorDetails(shown)),
    ...(stop && { report: stop.report }),
  };
  return error;
}

function ofServiceError(
  node: INode,
  shown: ServiceError,
  description: string,
  { itemIndex, rows }: Partial<Stop> = {},
): NodeApiError | NodeOperationError {
  const { status } = shown;
  const message =
    itemIndex === undefined ? shown.message : withItem(shown.message, itemIndex, rows ?? []);
  const options = { message, description, itemIndex };
  return status === undefined
    ? new NodeOperationError(node, message, options)
    : new NodeApiError(node, toResponse(shown), { ...options, httpCode: String(status) });
}

/** An error that n8n has made for the node already keeps its class and texts. */
function ofOtherError(
  node: INode,
  shown: unknown,
  description: string,
  stop: Stop | undefined,
): NodeApiError | NodeOperationError {
  if (!(shown instanceof NodeApiError || shown instanceof NodeOperationError)) {
    return new NodeOperationError(node, shown as Error, {
      description,
      itemIndex: stop?.itemIndex,
    });
  }
  const texts = [shown.description, description].filter(Boolean);
  if (texts.length > 0) shown.description = texts.join('<br>');
  return shown;
}

/**
 * The fix for what stopped the run, the results of all items, and why the failed ones failed:
 *
 *     a single error           Enter an email address. 3 done, 1 failed (row 5).
 *     one of several           the same, then a line for each reason: Row 7: ...
 *     several invalid inputs   a line for each input with its own fix, then the results
 */
function descriptionOf(shown: unknown, stop: Stop | undefined): string {
  const { hint = '', invalid } = isServiceError(shown) ? shown : {};
  const isOneOfSeveral = stop !== undefined && countFailed(stop.report) > 1;
  const results = stop
    ? [
        reportText(stop.report, stop.rows),
        ...noteLines(stop.report.notes, stop.rows, N8N_WORDS),
      ].join(' ')
    : '';
  const reasons = isOneOfSeveral ? reasonLines(stop.report, stop.rows, hint) : [];
  if (!invalid) return htmlLines([[hint, results].filter(Boolean).join(' '), ...reasons]);
  // Several problems have a line each, with its own fix; here, or among the reasons.
  const problems = isOneOfSeveral ? [] : explanations(shown as ServiceError);
  return htmlLines([...problems, results, ...reasons].filter(Boolean));
}

/** A plain object, because NodeApiError would keep the texts of an error object. */
function toResponse({ status, code, message }: ServiceError): JsonObject {
  return { statusCode: status ?? null, code: code ?? null, message };
}
