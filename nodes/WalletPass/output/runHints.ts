import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { isFieldHeader } from '../../../shared/design/routing';
import { messageOf, settle } from '../../../shared/errors/serviceError';
import type { RawInput } from '../../../shared/fields';
import { redact } from '../../../shared/http/apiKey';
import type { Context } from '../../../shared/operations/context';
import { areUrgent, failedCheckText, wordNotes } from '../../../shared/operations/notes';
import type { Operation } from '../../../shared/operations/operation';
import type { ItemRows } from '../../../shared/operations/itemNames';
import { reportWithWords } from '../../../shared/run/platformError';
import {
  countFailed,
  listReasonLines,
  reasonLines,
  summaryText,
  type RunReport,
} from '../../../shared/run/report';
import type { RunItem } from '../../../shared/run/readItems';
import { comparable } from '../../../shared/service/text';
import { htmlLines, N8N_WORDS, withNames } from '../errors/shownError';
import { hasAutomaticMapper } from '../controls/fieldValues';
import type { ItemParameters } from '../controls/itemParameters';
import { automaticColumns, mappedColumns } from './mappedColumns';

interface Outcome {
  items: readonly RunItem[];
  report: RunReport;
  rows: ItemRows;
}

/** Most reasons in a summary; the output has them all. */
const MAX_PROBLEMS = 3;

/**
 * Adds hints about the whole run, shown above the output: first what a person must do at once, then how the items
 * ended, then the rest. Each subject has a hint of its own.
 */
export async function addRunHints(
  functions: IExecuteFunctions,
  context: Context,
  parameters: ItemParameters,
  operation: Operation,
  { items, report: coreReport, rows }: Outcome,
): Promise<void> {
  const report = reportWithWords(coreReport, N8N_WORDS);
  const notes = wordNotes(report.notes, rows, N8N_WORDS);
  const urgent = notes.filter(areUrgent);
  const hints = [
    listReasonLines(report),
    ...urgent.map(({ lines }) => lines),
    ...summaryHints(operation, report, rows, placeOfErrors(functions)),
    ...notes.filter((one) => !urgent.includes(one)).map(({ lines }) => lines),
  ];
  for (const lines of hints) await showHint(functions, () => lines);
  await showHint(functions, () =>
    hasAutomaticMapper(parameters, operation)
      ? unmatchedColumnsHint(parameters.saved, items, context.templates)
      : undefined,
  );
}

type Hint = string | readonly string[] | undefined;

/** Shows a hint above the output, or the reason why there is none. Never throws. */
export async function showHint(
  functions: IExecuteFunctions,
  word: () => Hint | Promise<Hint>,
): Promise<void> {
  const [worded] = await Promise.allSettled([(async () => await word())()]);
  const hint =
    worded.status === 'fulfilled' ? worded.value : failedCheckText(messageOf(worded.reason));
  if (hint === undefined || hint.length === 0) return;
  try {
    const html = htmlLines(
      [hint].flat().map((line) => withNames(redact(line), functions.getNode())),
    );
    functions.addExecutionHints({ message: html, location: 'outputPane' });
  } catch {
    // The results are worth more than the hint.
  }
}

/** How the items ended, and why they failed. For an operation that reads, only if an item failed. */
function summaryHints(
  { effect }: Operation,
  report: RunReport,
  rows: ItemRows,
  moreIn: string,
): string[][] {
  const summary = summaryText(report);
  if (summary === undefined || (effect === 'read' && countFailed(report) === 0)) return [];
  return [[summary, ...reasonLines(report, rows, { max: MAX_PROBLEMS, moreIn })]];
}

function placeOfErrors(functions: IExecuteFunctions): string {
  return functions.getNode().onError === 'continueErrorOutput' ? 'the error branch' : 'the output';
}

/**
 * With Map Automatically, columns that match no field are normal. One hint for the whole run names the columns that no
 * other input uses, instead of a list in every item. It is about all rows: columns of a row that failed, or whose pass
 * existed, are not sent, either.
 */
async function unmatchedColumnsHint(
  saved: INodeParameters,
  items: readonly RunItem[],
  templates: Context['templates'],
): Promise<string | undefined> {
  const unmatched = new Set<string>();
  const matched = new Set<string>();
  for (const [templateId, names] of automaticColumns(
    items.flatMap<RawInput>(({ collected }) => collected?.raw ?? []),
  )) {
    const { value: design, failure } = await settle(designOf(templates, templateId));
    // Without the design, nothing is known about the columns.
    if (failure) continue;
    for (const name of names) (isFieldHeader(design, name) ? matched : unmatched).add(name);
  }
  const used = new Set([...matched, ...mappedColumns(saved)].map(comparable));
  const named = [...unmatched].filter((name) => !used.has(comparable(name)));
  return named.length === 0 ? undefined : unmatchedColumns(named);
}

/** The words of the hint about columns that match no field. */
export function unmatchedColumns(names: readonly string[]): string {
  return `These columns match no template field and were not sent as field values: ${names.join(', ')}`;
}

async function designOf(templates: Context['templates'], templateId: string | undefined) {
  return templateId === undefined ? undefined : await templates.design(templateId);
}
