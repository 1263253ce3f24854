/** Converts errors of the shared core to n8n's error classes and error items. */

import {
  type IDataObject,
  type INode,
  type INodeExecutionData,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';

import { explanations } from '../../../shared/run/explanations';
import { itemName, type ItemRows } from '../../../shared/run/itemNames';
import { platformError, reportWithWords } from '../../../shared/run/platformError';
import { countFailed, type RunReport } from '../../../shared/run/report';
import { reasonLines, reportText } from '../../../shared/run/reportText';
import { BatchStopped } from '../../../shared/run/runBatch';
import { N8N_WORDS } from './n8nWords';
import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { redact, redactAll } from '../../../shared/http/redact';
import { compact } from '../../../shared/runtime/records';
import { htmlLines } from './html';

/**
 * The error that n8n shows when the node fails; for a stopped run, with a report of all items.
 * @param rows of the items of the run; none for a trigger
 */
export function nodeError(node: INode, thrown: unknown, rows: ItemRows = []): Error {
  if (!(thrown instanceof BatchStopped)) return toNodeError(node, toPlatform(thrown));
  const report = redactAll(reportWithWords(thrown.report, N8N_WORDS));
  return toNodeError(node, toPlatform(thrown.cause), { index: thrown.item, rows, report });
}

function toPlatform(thrown: unknown): unknown {
  return platformError(thrown, N8N_WORDS);
}

/** Where a run stopped. */
interface Stop {
  /** Of the item; none if something failed that follows all items. */
  index: number | undefined;
  rows: ItemRows;
  report: RunReport;
}

function toNodeError(node: INode, thrown: unknown, stop?: Stop): Error {
  if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
  const description = descriptionOf(thrown, stop);
  const itemIndex = stop?.index;
  const report = stop && { report: stop.report };
  if (!isServiceError(thrown)) {
    const error = new NodeOperationError(node, thrown as Error, { itemIndex, description });
    return Object.assign(error, { context: { ...error.context, ...report } });
  }
  const message = stop ? withItem(thrown.message, stop.index, stop.rows) : thrown.message;
  const error =
    thrown.status === undefined
      ? new NodeOperationError(node, message, { description, itemIndex })
      : new NodeApiError(node, toResponse(thrown), {
          message,
          description,
          httpCode: String(thrown.status),
          itemIndex,
        });
  Object.assign(error.context, errorDetails(thrown), report);
  return error;
}

/** The fix for the item that stopped the run, the results of all items, and why the failed ones failed. */
function descriptionOf(thrown: unknown, stop: Stop | undefined): string {
  const { hint = '', invalid } = isServiceError(thrown) ? thrown : {};
  const isOneOfSeveral = stop !== undefined && countFailed(stop.report) > 1;
  const results = stop ? reportText(stop.report, stop.rows) : '';
  const reasons = isOneOfSeveral ? reasonLines(stop.report, stop.rows, hint) : [];
  if (!invalid) return htmlLines([[hint, results].filter(Boolean).join(' '), ...reasons]);
  // Several problems have a line each, with its own fix; here, or among the reasons.
  const problems = isOneOfSeveral ? [] : explanations(thrown as ServiceError);
  return htmlLines([...problems, results, ...reasons].filter(Boolean));
}

/**
 * The message with the number of its item. In lower case, because n8n's editor adds the same text to a
 * message without it if the node has several items.
 */
function withItem(message: string, itemIndex: number | undefined, rows: ItemRows): string {
  if (itemIndex === undefined) return message;
  const suffix = ` [item ${itemIndex}]`;
  // A reason of n8n may end with the same number.
  const text = message.endsWith(suffix) ? message.slice(0, -suffix.length) : message;
  return `${text} [${itemName(itemIndex, rows)}]`;
}

/**
 * The output item for a failed item if the workflow continues. It begins with what a table shows first: that
 * the item failed, which one it is, and why. On the error output, n8n merges it with its input item.
 * @param externalId as far as it was read
 */
export function errorItem(
  node: INode,
  error: unknown,
  itemIndex: number,
  { rows = [], externalId }: { rows?: ItemRows; externalId?: string | undefined } = {},
): INodeExecutionData {
  const { message, details } = shownError(error);
  const text = withItem(message, itemIndex, rows);
  const item = {
    json: {
      outcome: 'failed',
      ...(externalId !== undefined && { externalId: redact(externalId) }),
      error: text,
      details: { item: itemIndex, ...details },
    },
    pairedItem: { item: itemIndex },
  };
  if (node.onError === 'continueErrorOutput') {
    // Every version of n8n checks `error` next to `json`; the keys of `json` would make the item a success. It is
    // not enumerable, so that copies of the item lack it: n8n replaces the `json` of an output item that has it.
    Object.defineProperty(item, 'error', { value: new NodeOperationError(node, text) });
  }
  return item;
}

/** The same for a failure that belongs to no item. */
export function furtherErrorItem({ onError }: INode, error: unknown): INodeExecutionData {
  const { message, details } = shownError(error);
  if (onError !== 'continueErrorOutput') {
    return { json: { outcome: 'failed', error: message, details } };
  }
  // n8n does not copy an item without a pair, and every version sends it to the error output only if it has no other key.
  const { fix } = details;
  return { json: { error: typeof fix === 'string' ? `${message}. ${fix}` : message } };
}

function shownError(error: unknown): { message: string; details: IDataObject } {
  const thrown = toPlatform(error);
  return {
    message: thrown instanceof Error ? thrown.message : String(thrown),
    details: isServiceError(thrown) ? errorDetails(thrown) : { kind: 'unexpected' },
  };
}

function errorDetails(error: ServiceError): IDataObject {
  const { kind, status, code, scope, field, retryAfterMs, invalid } = error;
  const details = {
    kind,
    fix: invalid ? explanations(error).join(' ') : error.hint,
    httpCode: status,
    code,
    scope,
    field,
    retryAfterMs,
    invalid,
    ...error.details,
  };
  return compact(details) as IDataObject;
}

/** A plain object, because NodeApiError would keep the texts of an error object. */
function toResponse({ status, code, message }: ServiceError): JsonObject {
  return { statusCode: status ?? null, code: code ?? null, message };
}
