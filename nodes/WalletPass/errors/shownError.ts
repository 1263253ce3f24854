/** The texts and details of an error on n8n, wherever it is shown. */

import type { IDataObject, INode, INodeParameterResourceLocator } from 'n8n-workflow';

import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { compact } from '../../../shared/runtime/records';
import { itemName, type ItemRows } from '../../../shared/operations/itemNames';
import { explanations } from '../../../shared/run/explanations';
import { platformError } from '../../../shared/run/platformError';
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
    "The fields change with the template, so map them again. If they do not change, choose Refresh Field List from the three dots beside 'Field Values'.",
  externalIdAdvice:
    "To prevent this, map 'External ID', or set 'Generate External ID From' in Options.",
  turn: (to, name) => `turn ${to} ${name}`,
};

/** The error in n8n's words and with the names of what is chosen in the node, without API keys. */
export function shownError<T>(thrown: T, node: INode): T {
  const shown = platformError(thrown, N8N_WORDS);
  if (!isServiceError(shown)) return shown;
  const { message, invalid } = shown;
  return shown.with({
    message: withNames(message, node),
    ...(invalid && {
      invalid: invalid.map((one) => ({ ...one, message: withNames(one.message, node) })),
    }),
  }) as ServiceError & T;
}

/** A text with the name of each template, pass or the like that was chosen from a list, before its ID. */
export function withNames(text: string, { parameters }: INode): string {
  return Object.values(parameters).reduce<string>((named, parameter) => {
    const { mode, value, cachedResultName } = (parameter ??
      {}) as Partial<INodeParameterResourceLocator>;
    if (mode !== 'list' || !value || !cachedResultName) return named;
    return named.replaceAll(`'${value}'`, () => `'${cachedResultName}' (${value})`);
  }, text);
}

/**
 * The message with the number of its item, if there are several. In lower case, because n8n's editor adds the same
 * text to a message without it.
 */
export function withItem(
  message: string,
  itemIndex: number,
  rows: ItemRows,
  itemCount: number,
): string {
  const suffix = ` [item ${itemIndex}]`;
  // A reason from n8n may end with the same number.
  const text = message.endsWith(suffix) ? message.slice(0, -suffix.length) : message;
  return itemCount === 1 ? text : `${text} [${itemName(itemIndex, rows)}]`;
}

/** The details of an error that a workflow can use. */
export function errorDetails(shown: unknown): IDataObject {
  if (!isServiceError(shown)) return { kind: 'unexpected' };
  const { kind, status, code, scope, field, retryAfterMs, invalid } = shown;
  const details = {
    kind,
    fix: invalid ? explanations(shown).join(' ') : shown.fix,
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
