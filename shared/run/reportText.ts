/** The words for a {@link RunReport}: its summary, where each item is, and why items failed. */

import { capitalized, counted, sentence } from '../service/wording';
import { itemList, type ItemRows } from '../operations/itemNames';
import {
  MAX_REASONS,
  countFailed,
  countItems,
  type Explanation,
  type Outcome,
  type RunReport,
} from './report';
import type { ErrorFields } from '../errors/serviceError';

/** How many ended in a way, and the words for it. */
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
 * single item. Of a preview: `Preview only, nothing was sent. 2 items: 1 would be created, 1 failed`.
 */
export function summaryText(report: RunReport): string | undefined {
  const { done, failed, unknown, notStarted, listResults } = report;
  const count = countItems(report);
  const isPreview = done.length > 0 && done.every(({ wouldBe }) => wouldBe !== undefined);
  if (count < 2 && !isPreview && listResults.length === 0) return undefined;
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
  ].join(' ');
}

/**
 * `Items 2-5 (rows 3-6): 'Email' is empty. Enter an email address.`, a line for each reason.
 * @param shownHint the one that a text above already gives
 */
export function reasonLines(report: RunReport, rows: ItemRows, shownHint?: string): string[] {
  const { reasons, listResults } = report;
  const explain = ({ hint, ...reason }: Explanation): string =>
    explanations({ ...reason, hint: hint === shownHint ? undefined : hint }).join(' ');
  const lines = reasons.map(
    ({ items, ...reason }) => `${capitalized(itemList(items, rows))}: ${explain(reason)}`,
  );
  const rest = countFailed(report) - reasons.reduce((sum, { items }) => sum + items.length, 0);
  const ofList = new Set(listResults.flatMap(({ reason }) => (reason ? explain(reason) : [])));
  return [
    ...lines,
    ...(rest > 0 ? [`And ${rest} more.`] : []),
    ...[...ofList].slice(0, MAX_REASONS),
  ];
}

/** `Other passes: 3 voided, 1 failed`; nothing without any. */
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

/** The outcomes of {@link OUTCOMES} first, in its order, each before what a preview would do. */
function countOutcomes(done: readonly Outcome[]): Count[] {
  const inOrder = Object.values(OUTCOMES).flatMap((words) => [words, wouldBeText(words)]);
  const counts = new Map(inOrder.map((words) => [words, 0]));
  for (const one of done) {
    const words = outcomeText(one);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => [count, words]);
}

function outcomeText({ wouldBe, outcome }: Outcome): string {
  return wouldBe === undefined
    ? (OUTCOMES[outcome as string] ?? 'succeeded')
    : wouldBeText(wouldBe);
}

/** A pass that stays as it is needs no condition. */
function wouldBeText(words: string): string {
  return words === 'existing' || words === 'unchanged' ? words : `would be ${words}`;
}

/** What explains an error to people; without a hint if it does not come from `shared/`. */
type Explained = Pick<ErrorFields, 'message' | 'invalid'> & { hint: string | undefined };

/**
 * What is wrong and how to fix it: `'Email' is empty. Enter an email address.` An error with several invalid
 * inputs has a text for each; those with the same hint share one.
 */
export function explanations(error: Explained): string[] {
  const problems = new Map<string, string[]>();
  for (const { message, hint = '' } of error.invalid ?? [error]) {
    problems.set(hint, [...(problems.get(hint) ?? []), message]);
  }
  return [...problems].map(([hint, messages]) =>
    [messages.join('; '), hint].filter(Boolean).map(sentence).join(' '),
  );
}
