/** What n8n shows of an error, wherever it shows it. */

import type { IDataObject } from 'n8n-workflow';

import { isServiceError } from '../../../shared/errors/serviceError';
import { compact } from '../../../shared/runtime/records';
import { explanations } from '../../../shared/run/explanations';
import { itemName, type ItemRows } from '../../../shared/run/itemNames';
import { platformError } from '../../../shared/run/platformError';
import { N8N_WORDS } from './n8nWords';

/** The error in n8n's words, without API keys. */
export function shownError(thrown: unknown): unknown {
  return platformError(thrown, N8N_WORDS);
}

/**
 * The message with the number of its item. In lower case, because n8n's editor adds the same text to a
 * message without it if the node has several items.
 */
export function withItem(message: string, itemIndex: number, rows: ItemRows): string {
  const suffix = ` [item ${itemIndex}]`;
  // A reason of n8n may end with the same number.
  const text = message.endsWith(suffix) ? message.slice(0, -suffix.length) : message;
  return `${text} [${itemName(itemIndex, rows)}]`;
}

/** What a workflow can use of an error. */
export function errorDetails(shown: unknown): IDataObject {
  if (!isServiceError(shown)) return { kind: 'unexpected' };
  const { kind, status, code, scope, field, retryAfterMs, invalid } = shown;
  const details = {
    kind,
    fix: invalid ? explanations(shown).join(' ') : shown.hint,
    httpCode: status,
    code,
    scope,
    field,
    retryAfterMs,
    invalid,
    ...shown.details,
  };
  return compact(details) as IDataObject;
}
