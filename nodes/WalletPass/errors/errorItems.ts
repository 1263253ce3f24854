/** The output items for failures, if the workflow continues. */

import { type INode, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { messageOf } from '../../../shared/errors/serviceError';
import { redact } from '../../../shared/http/apiKey';
import type { ItemRows } from '../../../shared/operations/itemNames';
import { errorDetails, shownError, withItem } from './shownError';

/**
 * The output item for a failed item. It begins with the facts that a table shows first: that the item failed, which
 * item it is, and why. On the error output, n8n merges it with its input item.
 * @param externalId if it was read
 */
export function errorItem(
  node: INode,
  error: unknown,
  itemIndex: number,
  { rows = [], externalId }: { rows?: ItemRows; externalId?: string | undefined } = {},
): INodeExecutionData {
  const shown = shownError(error);
  const text = withItem(messageOf(shown), itemIndex, rows);
  const item = {
    json: {
      outcome: 'failed',
      ...(externalId !== undefined && { externalId: redact(externalId) }),
      error: text,
      details: { item: itemIndex, ...errorDetails(shown) },
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
export function listErrorItem({ onError }: INode, error: unknown): INodeExecutionData {
  const shown = shownError(error);
  const message = messageOf(shown);
  const details = errorDetails(shown);
  if (onError !== 'continueErrorOutput') {
    return { json: { outcome: 'failed', error: message, details } };
  }
  // n8n does not copy an item without a pair, and every version sends it to the error output only if it has no other
  // key.
  const { fix } = details;
  return { json: { error: typeof fix === 'string' ? `${message}. ${fix}` : message } };
}
