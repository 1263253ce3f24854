import type { IDataObject, INode, INodeExecutionData, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { reportText } from '../../../shared/engine/report';
import type { RunReport } from '../../../shared/engine/report';
import { BatchStopped } from '../../../shared/engine/runBatch';
import type { ServiceError } from '../../../shared/errors/serviceError';
import { isServiceError } from '../../../shared/errors/serviceError';

/** Translates errors of the shared core into n8n's. */

/** The error that n8n shows when the node fails; for a stopped run, with a report of all items. */
export function nodeError(node: INode, thrown: unknown): Error {
  return thrown instanceof BatchStopped
    ? errorOf(node, thrown.cause, thrown.item, thrown.report)
    : errorOf(node, thrown);
}

function errorOf(node: INode, thrown: unknown, itemIndex?: number, report?: RunReport): Error {
  if (thrown instanceof NodeApiError || thrown instanceof NodeOperationError) return thrown;
  const said = report && reportText(report);
  if (!isServiceError(thrown)) {
    const error = new NodeOperationError(node, thrown as Error, { itemIndex, description: said });
    return Object.assign(error, { context: { ...error.context, ...(report && { report }) } });
  }
  const at = itemIndex === undefined ? '' : ` [Item ${itemIndex}]`;
  const message = `${thrown.message}${at}`;
  const description = [thrown.hint, said].filter(Boolean).join(' ');
  const error =
    thrown.status === undefined
      ? new NodeOperationError(node, message, { description, itemIndex })
      : new NodeApiError(node, answer(thrown), {
          message,
          description,
          httpCode: String(thrown.status),
          itemIndex,
        });
  Object.assign(error.context, details(thrown), report && { report });
  return error;
}

/**
 * The output item of a failed item when the workflow continues. n8n moves it to the error output, merged
 * with its input item, because its JSON has no keys other than `error` and `details`.
 */
export function errorItem(node: INode, thrown: unknown, itemIndex: number): INodeExecutionData {
  const failure = isServiceError(thrown) ? thrown : undefined;
  const text = `${thrown instanceof Error ? thrown.message : String(thrown)} [Item ${itemIndex}]`;
  const item = {
    json: {
      error: text,
      details: { item: itemIndex, ...(failure ? details(failure) : { kind: 'unexpected' }) },
    },
    pairedItem: { item: itemIndex },
  };
  if (node.onError === 'continueErrorOutput') {
    // n8n 1.123 ignores `details` and would treat the item as a success, but every version checks `error`
    // beside `json`. It is not enumerable, so that it is not copied with the item: n8n replaces the
    // `json` of an output item that has it.
    Object.defineProperty(item, 'error', { value: new NodeOperationError(node, text) });
  }
  return item;
}

function details(failure: ServiceError): IDataObject {
  const { kind, hint: fix, status, code, scope, field, retryAfterMs, invalid } = failure;
  const facts = {
    kind,
    fix,
    httpCode: status,
    code,
    scope,
    field,
    retryAfterMs,
    invalid,
    ...failure.details,
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as IDataObject;
}

/** A plain object: NodeApiError would keep the texts of an error that n8n created. */
function answer({ status, code, message }: ServiceError): JsonObject {
  return { statusCode: status ?? null, code: code ?? null, message };
}
