/** The report on a run: how its items ended, and why items failed; as data, and in words. */

import { isServiceError, messageOf } from '../errors/serviceError';
import { itemList, type ItemRows } from '../operations/itemNames';
import type { Note, RunNote } from '../operations/notes';
import type { ListResult, OperationResult } from '../operations/operation';
import { compact } from '../runtime/records';
import { capitalized, counted, joinWords, sentence } from '../service/wording';
import { type Explanation, explanations } from './explanations';
import type { RunItem } from './readItems';

/** How the items of a run ended. Items are numbered from 0. */
export interface RunReport {
  done: DoneItem[];
  failed: number[];
  /** Items with an unknown outcome. */
  unknown: number[];
  notStarted: number[];
  /** Why items failed, including those with an unknown outcome; the first {@link MAX_REASONS}. */
  reasons: Reason[];
  /** Results of a list operation that belong to no item. */
  listResults: ListOutcome[];
  /** Notes about the run and its items; `wordNotes` words them. */
  notes: RunNote[];
}

/** The outcome for one object, or the expected outcome in a preview. */
interface Outcome {
  wouldBe?: string;
  outcome?: unknown;
}

/**
 * An item that succeeded, with the IDs of its result. A result with several objects has neither IDs nor outcome here.
 */
interface DoneItem extends Outcome {
  item: number;
  id?: unknown;
  externalId?: unknown;
}

/** A result of a list operation that belongs to no item. */
interface ListOutcome extends Outcome {
  externalId?: unknown;
  /** Whether it is about the run, not about one object. */
  isAboutRun?: true;
  /** Set if it failed. */
  reason?: Explanation;
}

/** The items that failed for the same reason. */
interface Reason extends Explanation {
  items: number[];
}

/** A run may have thousands of failed items, each with a different message. */
const MAX_REASONS = 10;
const MAX_VOIDED = 20;

/** Sorts the items of a run by how they ended. */
export function createReport(
  items: readonly Pick<RunItem, 'index' | 'result' | 'notes'>[],
  {
    listResults = [],
    notes = [],
  }: { listResults?: readonly ListResult[]; notes?: readonly Note[] } = {},
): RunReport {
  const report: RunReport = {
    done: [],
    failed: [],
    unknown: [],
    notStarted: [],
    reasons: [],
    listResults: listResults.map(listOutcome),
    notes: [...notes.map((note) => ({ note })), ...items.flatMap(notesOfItem)],
  };
  const reasons = new Map<string, Reason>();
  for (const { index: item, result } of items) {
    if (result.state === 'done') report.done.push({ item, ...idsAndOutcome(result.value) });
    else if (result.state === 'notStarted') report.notStarted.push(item);
    else {
      const isUnknown = isServiceError(result.error, 'outcomeUnknown');
      (isUnknown ? report.unknown : report.failed).push(item);
      addReason(reasons, item, result.error);
    }
  }
  report.reasons = [...reasons.values()].slice(0, MAX_REASONS);
  return report;
}

/** How many items failed, including those with an unknown outcome. */
export function countFailed({ failed, unknown }: RunReport): number {
  return failed.length + unknown.length;
}

function countItems({ done, failed, unknown, notStarted }: RunReport): number {
  return done.length + failed.length + unknown.length + notStarted.length;
}

function notesOfItem({ index: item, result, notes }: Pick<RunItem, 'index' | 'result' | 'notes'>) {
  const isPreview = result.state === 'done' && 'wouldBe' in result.value;
  return notes.map((note): RunNote => ({ item, ...(isPreview && { isPreview }), note }));
}

function idsAndOutcome(result: OperationResult): Omit<DoneItem, 'item'> {
  const { wouldBe, id, externalId, outcome } = Array.isArray(result) ? {} : result;
  return { wouldBe: wouldBe as string | undefined, id, externalId, outcome };
}

function listOutcome(result: ListResult): ListOutcome {
  if (result.state === 'failed') {
    return compact({ isAboutRun: result.isAboutRun, reason: reasonOf(result.error) });
  }
  const { wouldBe, outcome, externalId } = result.value;
  return compact({ wouldBe: wouldBe as string | undefined, outcome, externalId });
}

function addReason(reasons: Map<string, Reason>, item: number, error: unknown): void {
  const reason = reasonOf(error);
  const key = JSON.stringify([reason.message, reason.fix]);
  const same = reasons.get(key);
  if (same) same.items.push(item);
  else reasons.set(key, { items: [item], ...reason });
}

function reasonOf(error: unknown): Explanation {
  const { fix, invalid } = isServiceError(error) ? error : {};
  return compact({ message: messageOf(error), fix, invalid });
}

/** A number of items, and the words for how they ended. */
type Count = readonly [count: number, words: string];

/** The words for each outcome, in the order of the summary. */
const OUTCOMES: Record<string, string> = {
  created: 'created',
  existing: 'existing',
  updated: 'updated',
  unchanged: 'unchanged',
  reactivated: 'reactivated',
  voided: 'voided',
  notInList: 'not in the list',
  removed: 'removed',
  invitesCanceled: 'only invited, with invites canceled',
  stillInvited: 'still invited',
  notFound: 'not found',
};

/**
 * `120 items: 100 created, 15 existing, 4 failed, 1 with an unknown result. Other passes: 2 voided`; `undefined` for a
 * single item that is not a preview. For a preview:
 * `Preview only, nothing was sent. 2 items: 1 would be created, 1 failed`.
 */
export function summaryText(report: RunReport): string | undefined {
  const { done, failed, unknown, notStarted } = report;
  const count = countItems(report);
  const isPreview = done.length > 0 && done.every(({ wouldBe }) => wouldBe !== undefined);
  if (count < 2 && !isPreview) return undefined;
  const counts = countsText([
    ...countOutcomes(done),
    [failed.length, 'failed'],
    [unknown.length, 'with an unknown result'],
    [notStarted.length, 'not run'],
  ]);
  return [
    ...(isPreview ? ['Preview only, nothing was sent'] : []),
    `${counted(count, 'item')}: ${counts}`,
    ...otherPassesText(report),
  ].join('. ');
}

/** `Succeeded: items 0-2 (rows 1-3). Failed: item 3 (row 4). Not run: none.`; empty for a single item. */
export function reportText(report: RunReport, rows: ItemRows = []): string {
  if (countItems(report) < 2) return '';
  const { done, failed, unknown, notStarted } = report;
  const succeeded = done.map(({ item }) => item);
  return [
    `Succeeded: ${itemList(succeeded, rows)}.`,
    `Failed: ${itemList(failed, rows)}.`,
    ...(unknown.length > 0 ? [`Unknown result: ${itemList(unknown, rows)}.`] : []),
    `Not run: ${itemList(notStarted, rows)}.`,
    ...otherPassesText(report).map(sentence),
    ...voidedText(report),
  ].join(' ');
}

/** Lists the external IDs of voided passes. A stopped run has no output, so its error is the only place for them. */
function voidedText({ listResults }: RunReport): string[] {
  const voided = listResults.filter(({ outcome }) => outcome === 'voided');
  if (voided.length === 0) return [];
  return [`Voided: ${joinWords(voided, MAX_VOIDED, ({ externalId }) => String(externalId))}.`];
}

/**
 * `Items 2-5 (rows 3-6): 'Email' is empty. Enter an email address.`, a line for each reason why items failed.
 * @param shownFix a fix that was already shown above
 * @param moreIn where to find the reasons that are not shown
 */
export function reasonLines(
  report: RunReport,
  rows: ItemRows,
  {
    shownFix,
    max = MAX_REASONS,
    moreIn,
  }: { shownFix?: string; max?: number; moreIn?: string } = {},
): string[] {
  const reasons = report.reasons.slice(0, max);
  const lines = reasons.map(
    ({ items, ...reason }) => `${capitalized(itemList(items, rows))}: ${explain(reason, shownFix)}`,
  );
  const rest = countFailed(report) - reasons.reduce((sum, { items }) => sum + items.length, 0);
  const more = `And ${rest} more${moreIn === undefined ? '' : `: see ${moreIn}`}.`;
  return rest > 0 ? [...lines, more] : lines;
}

/** Why a list was not finished: what failed that belongs to no item. */
export function listReasonLines({ listResults }: RunReport, shownFix?: string): string[] {
  const lines = listResults.flatMap(({ reason }) => (reason ? explain(reason, shownFix) : []));
  return [...new Set(lines)].slice(0, MAX_REASONS);
}

function explain({ fix, ...reason }: Explanation, shownFix: string | undefined): string {
  return explanations({ ...reason, fix: fix === shownFix ? undefined : fix }).join(' ');
}

/** `Other passes: 3 voided, 1 failed`; empty if there are none. */
function otherPassesText({ listResults }: RunReport): string[] {
  const passes = listResults.filter(({ isAboutRun }) => !isAboutRun);
  if (passes.length === 0) return [];
  const done = passes.filter(({ reason }) => !reason);
  const counts = countsText([...countOutcomes(done), [passes.length - done.length, 'failed']]);
  return [`Other passes: ${counts}`];
}

/** `100 created, 4 failed` */
function countsText(counts: readonly Count[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}

/** The outcomes of {@link OUTCOMES} come first, in its order, each followed by the same outcome of a preview. */
function countOutcomes(done: readonly Outcome[]): Count[] {
  const inOrder = Object.values(OUTCOMES).flatMap((words) => [words, wouldBeText(words)]);
  const counts = new Map(inOrder.map((words) => [words, 0]));
  for (const result of done) {
    const words = outcomeText(result);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => [count, words]);
}

function outcomeText({ wouldBe, outcome }: Outcome): string {
  return wouldBe === undefined
    ? (OUTCOMES[outcome as string] ?? 'succeeded')
    : wouldBeText(wouldBe);
}

/** A pass that stays unchanged needs no "would be". */
function wouldBeText(words: string): string {
  return words === 'existing' || words === 'unchanged' ? words : `would be ${words}`;
}
