import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { unmatchedKeys } from '../../../shared/design/routing';
import { toResult } from '../../../shared/errors/serviceError';
import type { RawInput } from '../../../shared/fields';
import type { Output } from '../../../shared/fields/output';
import { redact } from '../../../shared/http/redact';
import { textedWithoutCountryCode } from '../../../shared/operations/delivery';
import type { Context } from '../../../shared/operations/context';
import type { Operation, OperationResult } from '../../../shared/operations/operation';
import type { ItemRows } from '../../../shared/run/itemNames';
import { reportWithWords } from '../../../shared/run/platformError';
import {
  countFailed,
  conflictLines,
  duplicatesText,
  otherEmailsText,
  reasonLines,
  summaryText,
  unchangedText,
  type RunReport,
} from '../../../shared/run/report';
import type { ItemResult } from '../../../shared/run/runItems';
import { unlistedFieldsNote } from '../../../shared/run/unlistedFields';
import { comparable } from '../../../shared/service/text';
import { htmlLines } from '../errors/html';
import { N8N_WORDS } from '../errors/n8nWords';
import { hasAutomaticMapper } from '../controls/fieldValues';
import type { ItemParameters } from '../controls/itemParameters';
import { automaticColumns, mappedColumns } from './mappedColumns';
import type { NodeItem } from './outputItems';
import { EXTERNAL_ID_COLUMNS_LABEL, hasOptionalExternalId } from '../controls/externalIdColumns';

type Results = readonly ItemResult<OperationResult>[];

interface Outcome {
  results: Results;
  report: RunReport;
  rows: ItemRows;
  items: readonly NodeItem[];
}

/** Adds what a person should know about the run as a whole, shown above the output. */
export async function addRunHints(
  functions: IExecuteFunctions,
  context: Context,
  parameters: ItemParameters,
  operation: Operation,
  { results, report: coreReport, rows, items }: Outcome,
): Promise<void> {
  const report = reportWithWords(coreReport, N8N_WORDS);
  const hints = [
    summaryHint(operation, report, rows),
    report.duplicates && duplicatesText(report.duplicates),
    otherEmailsText(report, rows),
    conflictLines(report, rows),
    unchangedText(operation, report),
    repeatedRowsHint(operation, report),
    localNumbersHint(operation, report, items),
    hasAutomaticMapper(parameters, operation)
      ? await unmatchedColumnsHint(parameters.saved, items, context.templates)
      : undefined,
    // Costs a request, so only if a person is watching.
    functions.getMode() === 'manual'
      ? await unlistedFieldsNote(operation, listOutputs(results), context.templates)
      : undefined,
  ];
  for (const message of hints) {
    if (message === undefined) continue;
    const html = htmlLines([message].flat().map((line) => redact(line)));
    functions.addExecutionHints({ message: html, location: 'outputPane' });
  }
}

/** How the items ended, and why they failed; of a read, only if one failed. */
function summaryHint(
  { effect }: Operation,
  report: RunReport,
  rows: ItemRows,
): string[] | undefined {
  const summary = summaryText(report);
  if (summary === undefined || (effect === 'read' && countFailed(report) === 0)) return undefined;
  return [summary, ...reasonLines(report, rows)];
}

/** Also for a single item: even an event that happens once is run again, e.g. by a retry. */
function repeatedRowsHint(operation: Operation, { done }: RunReport): string | undefined {
  if (!hasOptionalExternalId(operation.input)) return undefined;
  const issued = done.filter(
    ({ outcome, externalId }) => outcome === 'created' && externalId === undefined,
  ).length;
  if (issued === 0) return undefined;
  const [passes, again] = issued === 1 ? ['pass was', 'it'] : ['passes were', 'them'];
  return `${issued} ${passes} issued without an external ID. Another run with the same items issues ${again} again. To prevent this, map 'External ID', or set '${EXTERNAL_ID_COLUMNS_LABEL}' in Options.`;
}

/** Longer lists are cut. */
const MAX_NUMBERS = 10;

/** The service may text such a number in a country of its choice, or nowhere. */
function localNumbersHint(
  { input }: Operation,
  { done }: RunReport,
  items: readonly NodeItem[],
): string | undefined {
  const texted = done.flatMap(({ item, outcome, wouldBe }) =>
    wouldBe !== undefined || outcome === 'existing' || outcome === 'updated'
      ? []
      : (textedWithoutCountryCode(input, items[item]?.raw ?? {}) ?? []),
  );
  const numbers = [...new Set(texted)];
  if (numbers.length === 0) return undefined;
  const more = numbers.length - MAX_NUMBERS;
  return `Text messages were requested for phone numbers without a country code: ${numbers.slice(0, MAX_NUMBERS).join(', ')}${more > 0 ? ` and ${more} more` : ''}. Enter numbers with their country code, e.g. +1 202 555 0123.`;
}

/**
 * With Map Automatically, columns that match no field are normal. One hint for the whole run names those
 * that no other input uses, instead of a list in every item. It is about all rows: a column of a row that
 * failed, or whose pass existed, is not sent either.
 */
async function unmatchedColumnsHint(
  saved: INodeParameters,
  items: readonly NodeItem[],
  templates: Context['templates'],
): Promise<string | undefined> {
  const unmatched = new Set<string>();
  for (const [templateId, names] of automaticColumns(items.flatMap<RawInput>(({ raw }) => raw))) {
    const { value: design, failure } = await toResult(designOf(templates, templateId));
    // Without the design, nothing is known about the columns.
    if (failure) continue;
    for (const name of unmatchedKeys(design, names)) unmatched.add(name);
  }
  const mapped = new Set([...mappedColumns(saved)].map(comparable));
  const named = [...unmatched].filter((name) => !mapped.has(comparable(name)));
  return named.length === 0
    ? undefined
    : `These columns match no template field and were not sent as field values: ${named.join(', ')}`;
}

async function designOf(templates: Context['templates'], templateId: string | undefined) {
  return templateId === undefined ? undefined : await templates.design(templateId);
}

function listOutputs(results: Results): Output[] {
  return results.flatMap<Output>((result) => (result.state === 'done' ? result.value : []));
}
