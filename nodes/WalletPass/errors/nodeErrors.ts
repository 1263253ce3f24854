import {
  type IDataObject,
  type INode,
  type INodeExecutionData,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
} from 'n8n-workflow';

import { platformError } from '../../../shared/run/platformError';
import { reasonLines, reportText, type RunReport } from '../../../shared/run/report';
import { BatchStopped } from '../../../shared/run/runBatch';
import { withPlatformWords } from '../../../shared/service/platformWords';
import { N8N_WORDS } from './n8nWords';
import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { redactAll } from '../../../shared/http/redact';
import { compact } from '../../../shared/runtime/records';
import { htmlLines } from './html';

/** Converts errors of the shared core to n8n's error classes and error items. */

/** The error that n8n shows when the node fails; for a stopped run, with a report of all items. */
export function nodeError(node: INode, thrown: unknown): Error {
  return thrown instanceof BatchStopped
    ? toNodeError(node, toPlatform(thrown.cause), thrown.item, redactAll(inN8nWords(thrown.report)))
    : toNodeError(node, toPlatform(thrown));
}

function toPlatform(thrown: unknown): unknown {
  return platformError(thrown, N8N_WORDS);
}

function inN8nWords(report: RunReport): RunReport {
  const reasons = report.reasons.map(({ fix, ...reason }) => ({
    ...reason,
    fix: fix === undefined ? undefined : withPlatformWords(fix, N8N_WORDS),
  }));
  return { ...report, reasons };
}

function toNodeError(node: INode, thrown: unknown, itemIndex?: number, report?: RunReport): Error {
  if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
  const hint = isServiceError(thrown) ? thrown.hint : '';
  const description = describe(hint, report);
  if (!isServiceError(thrown)) {
    const error = new NodeOperationError(node, thrown as Error, { itemIndex, description });
    return Object.assign(error, { context: { ...error.context, ...(report && { report }) } });
  }
  const message = itemIndex === undefined ? thrown.message : withItem(thrown.message, itemIndex);
  const error =
    thrown.status === undefined
      ? new NodeOperationError(node, message, { description, itemIndex })
      : new NodeApiError(node, toResponse(thrown), {
          message,
          description,
          httpCode: String(thrown.status),
          itemIndex,
        });
  Object.assign(error.context, errorDetails(thrown), report && { report });
  return error;
}

/** The fix for the item that stopped the run, the results of all items, and why the failed ones failed. */
function describe(hint: string, report: RunReport | undefined): string {
  if (!report) return htmlLines([hint]);
  const first = [hint, reportText(report)].filter(Boolean).join(' ');
  return htmlLines([first, ...reasonLines(report, hint)]);
}

/**
 * The message with the number of its item. In lower case, because n8n's editor adds the same text to a
 * message without it if the node has several items.
 */
function withItem(message: string, itemIndex: number): string {
  const suffix = `[item ${itemIndex}]`;
  return message.includes(suffix) ? message : `${message} ${suffix}`;
}

/**
 * The output item for a failed item if the workflow continues. n8n moves it to the error output, merged
 * with its input item, because its JSON has no keys other than `error` and `details`.
 */
export function errorItem(node: INode, error: unknown, itemIndex: number): INodeExecutionData {
  const thrown = toPlatform(error);
  const details = isServiceError(thrown) ? errorDetails(thrown) : { kind: 'unexpected' };
  const text = withItem(thrown instanceof Error ? thrown.message : String(thrown), itemIndex);
  const item = {
    json: {
      error: text,
      details: { item: itemIndex, ...details },
    },
    pairedItem: { item: itemIndex },
  };
  if (node.onError === 'continueErrorOutput') {
    // n8n 1.123 ignores `details` and would treat the item as a success, but every version checks `error`
    // next to `json`. It is not enumerable, so that copies of the item lack it: n8n replaces the `json`
    // of an output item that has it.
    Object.defineProperty(item, 'error', { value: new NodeOperationError(node, text) });
  }
  return item;
}

function errorDetails(error: ServiceError): IDataObject {
  const { kind, hint: fix, status, code, scope, field, retryAfterMs, invalid } = error;
  const details = {
    kind,
    fix,
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
