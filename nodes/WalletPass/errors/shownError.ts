/** The texts and details of an error on n8n, wherever it is shown. */

import type { IDataObject } from 'n8n-workflow';
import { isServiceError } from '../../../shared/errors/serviceError';
import { compact } from '../../../shared/runtime/records';
import { itemName, type ItemRows } from '../../../shared/operations/itemNames';
import { explanations, platformError } from '../../../shared/run/platformError';
import type { PlatformWords } from '../../../shared/service/wording';

/** n8n's words in shared texts. */
export const N8N_WORDS: PlatformWords = {
  connection: 'credential',
  step: 'node',
  workflow: 'workflow',
  // An empty cell stays empty, and any other value that does not fit the format becomes a text that is refused. With
  // `toISODate()`, or a number instead of the text, the result would be null, which is treated as empty.
  dateConversion:
    "To convert another format, use an expression, e.g. {{ $json.date ? DateTime.fromFormat(String($json.date), 'dd/MM/yyyy').toFormat('yyyy-MM-dd') : '' }}, or 'MM/dd/yyyy' if the month comes first.",
  otherTemplate:
    "If you have chosen another template, click the refresh icon beside 'Field Values' to get its fields.",
  externalIdAdvice:
    "To prevent this, map 'External ID', or set 'Generate External ID From' in Options.",
  turn: (to, name) => `turn ${to} ${name}`,
};

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
  // A reason from n8n may end with the same number.
  const text = message.endsWith(suffix) ? message.slice(0, -suffix.length) : message;
  return `${text} [${itemName(itemIndex, rows)}]`;
}

/** The details of an error that a workflow can use. */
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

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Lines of text as HTML, which n8n's editor shows as the description of an error or as a hint. They may contain values
 * of items, so they are escaped.
 */
export function htmlLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character))
    .join('<br>');
}
