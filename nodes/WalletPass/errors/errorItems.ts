/** The output items for failures, if the workflow continues. */

import {
  type IDataObject,
  type INode,
  type INodeExecutionData,
  NodeOperationError,
} from 'n8n-workflow';

import { messageOf } from '../../../shared/errors/serviceError';
import { redactAll } from '../../../shared/http/apiKey';
import type { ItemRows } from '../../../shared/operations/itemNames';
import { errorDetails, shownError, withItem } from './shownError';

/** The input items of a run. */
export interface ItemsOfRun {
  items: readonly unknown[];
  rows: ItemRows;
}

/**
 * The output item for a failed item. It begins with what a table shows first: why it failed, how to fix it, and whom
 * it is about. On the error output, n8n puts the columns of its input item before it.
 * @param about the external ID or contact that the item names, if it was read
 */
export function errorItem(
  node: INode,
  error: unknown,
  itemIndex: number,
  { items, rows }: ItemsOfRun,
  about: IDataObject = {},
): INodeExecutionData {
  const shown = shownError(error, node);
  const text = withItem(messageOf(shown), itemIndex, rows, items.length);
  const { fix, ...details } = errorDetails(shown);
  const item = {
    json: {
      error: text,
      ...(fix !== undefined && { fix }),
      ...redactAll(about),
      outcome: 'failed',
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

/** Like {@link errorItem}, for a failure that belongs to no item. */
export function listErrorItem(node: INode, error: unknown): INodeExecutionData {
  const shown = shownError(error, node);
  const message = messageOf(shown);
  const { fix, ...details } = errorDetails(shown);
  if (node.onError !== 'continueErrorOutput') {
    return { json: { error: message, fix, outcome: 'failed', details } };
  }
  // n8n does not copy an item without a pair, and every version sends it to the error output only if it has no other
  // key.
  return { json: { error: typeof fix === 'string' ? `${message}. ${fix}` : message } };
}
