import type { Duplicates } from '../api/templatePasses';
import { type ServiceError, isServiceError } from '../errors/serviceError';
import type { Operation, OperationResult } from '../operations/operation';
import { getAll } from '../operations/pass/getAll';
import { listFilters } from '../operations/pass/listFilters';
import { upsert } from '../operations/pass/upsert';
import type { Output } from '../fields/output';
import { compact } from '../runtime/records';
import { capitalized, quoted, shortened } from '../service/text';
import { explanations } from './explanations';
import { itemList, itemName, type ItemRows } from './itemNames';
import type { ItemResult } from './runItems';
import type { MixUps } from './mixUps';

/** How the items of a run ended. Items are numbered from 0. */
export interface RunReport extends MixUps {
  /** Items that succeeded, with the IDs of their results; of a preview, only what it found. */
  done: {
    item: number;
    wouldBe?: string;
    id?: unknown;
    externalId?: unknown;
    outcome?: unknown;
  }[];
  failed: number[];
  /** Results that belong to no item. */
  further: { wouldBe?: string; outcome?: unknown }[];
  /** Items with an unknown outcome. */
  unknown: number[];
  notStarted: number[];
  /** Why items failed, including those with an unknown outcome; the first {@link MAX_REASONS}. */
  reasons: Reason[];
  duplicates?: Duplicates;
}

/** What items with the same error have in common. */
interface Reason {
  items: number[];
  message: string;
  hint?: string;
  /** Each invalid input, if there are several. */
  invalid?: ServiceError['invalid'];
}

/** A run may have thousands of failed items, each with a different message. */
const MAX_REASONS = 10;

/** What a report has beside the results of the items. */
interface Further {
  further?: readonly ItemResult<Output>[];
  duplicates?: Duplicates | undefined;
}

export function createReport(
  results: readonly ItemResult<OperationResult>[],
  { further = [], duplicates }: Further = {},
): RunReport {
  const report: RunReport = {
    ...{ done: [], failed: [], unknown: [], notStarted: [], reasons: [] },
    further: further.map((result) => stateOf(result)),
  };
  const reasons = new Map<string, Reason>();
  for (const [item, result] of results.entries()) {
    if (result.state === 'done') {
      const { wouldBe, id, externalId, outcome } = Array.isArray(result.value) ? {} : result.value;
      report.done.push({ item, wouldBe: wouldBe as string | undefined, id, externalId, outcome });
    } else if (result.state === 'notStarted') report.notStarted.push(item);
    else {
      const isUnknown = isServiceError(result.error, 'outcomeUnknown');
      (isUnknown ? report.unknown : report.failed).push(item);
      addReason(reasons, item, result.error);
    }
  }
  report.reasons = [...reasons.values()].slice(0, MAX_REASONS);
  return duplicates ? { ...report, duplicates } : report;
}

function addReason(reasons: Map<string, Reason>, item: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const { hint, invalid } = isServiceError(error) ? error : {};
  const key = JSON.stringify([message, hint]);
  const same = reasons.get(key);
  if (same) same.items.push(item);
  else reasons.set(key, compact({ items: [item], message, hint, invalid }));
}

function stateOf(result: ItemResult<Output>): { wouldBe?: string; outcome?: unknown } {
  if (result.state !== 'done') return { outcome: 'failed' };
  const { wouldBe, outcome } = result.value;
  return wouldBe === undefined ? { outcome } : { wouldBe: wouldBe as string };
}

/** How many items failed, including those with an unknown outcome. */
export function countFailed({ failed, unknown }: RunReport): number {
  return failed.length + unknown.length;
}

function countItems({ done, failed, unknown, notStarted }: RunReport): number {
  return done.length + failed.length + unknown.length + notStarted.length;
}

/** Outcomes that the summary counts, in its order. */
const OUTCOMES = ['created', 'existing', 'updated', 'unchanged'];

/**
 * `120 items: 100 created, 15 existing, 4 failed, 1 with an unknown result`; `undefined` for a single
 * item. Of a preview: `Preview only, nothing was sent. 2 items: 1 would be created, 1 failed`.
 */
export function summaryText(report: RunReport): string | undefined {
  const count = countItems(report);
  const { done, failed, unknown, notStarted } = report;
  const onlyPreviewed = isPreview(done);
  if (count < 2 && !onlyPreviewed) return undefined;
  const states = new Map(OUTCOMES.map((outcome) => [outcome, 0]));
  for (const item of done) states.set(doneState(item), (states.get(doneState(item)) ?? 0) + 1);
  states.set('failed', failed.length);
  states.set('with an unknown result', unknown.length);
  states.set('not run', notStarted.length);
  const shown = [...states]
    .filter(([, items]) => items > 0)
    .map(([state, items]) => `${items} ${state}`);
  const counts = `${count} ${count === 1 ? 'item' : 'items'}: ${shown.join(', ')}`;
  return onlyPreviewed ? `Preview only, nothing was sent. ${counts}` : counts;
}

function isPreview(done: RunReport['done']): boolean {
  return done.length > 0 && done.every(({ wouldBe }) => wouldBe !== undefined);
}

function doneState({ wouldBe, outcome }: RunReport['done'][number]): string {
  if (wouldBe === 'existing' || wouldBe === 'unchanged') return wouldBe;
  if (wouldBe !== undefined) return `would be ${wouldBe}`;
  return OUTCOMES.includes(outcome as string) ? (outcome as string) : 'succeeded';
}

/**
 * Counts the items whose pass existed and was returned as it is. Nothing else shows that new values of
 * these items were not written. Without those whose pass may be somebody else's, which nobody should overwrite.
 */
export function unchangedText({ input }: Operation, report: RunReport): string | undefined {
  if (!('ifExists' in input)) return undefined;
  const others = new Set(report.otherEmails);
  const count = report.done.filter(
    ({ item, outcome }) => outcome === 'existing' && !others.has(item),
  ).length;
  if (count === 0) return undefined;
  return `${count} ${count === 1 ? 'item' : 'items'} found an existing pass and did not change it: new values, such as a name or an email, were not written. To write them, use '${upsert.label}'.`;
}

/** Counts and lists the items whose pass existed with another email: it may be somebody else's. */
export function otherEmailsText(
  { otherEmails = [] }: RunReport,
  rows: ItemRows,
): string | undefined {
  if (otherEmails.length === 0) return undefined;
  const list = itemList(otherEmails, rows);
  return otherEmails.length === 1
    ? `1 item has another email than its existing pass: ${list}. The pass may belong to somebody else. Check the external ID before you send its link or overwrite it.`
    : `${otherEmails.length} items have another email than their existing passes: ${list}. The passes may belong to other people. Check the external IDs before you send their links or overwrite them.`;
}

/**
 * `Items 2-3 (rows 3-4) have the same external ID, M-1, but different values. The pass has 'Level' of item 2 (row 3).`
 * for each such pass; the first {@link MAX_REASONS}.
 */
export function conflictLines(
  { conflicts = [], done }: RunReport,
  rows: ItemRows,
): string[] | undefined {
  if (conflicts.length === 0) return undefined;
  const has = isPreview(done) ? 'would have' : 'has';
  const lines = conflicts.slice(0, MAX_REASONS).map(({ externalId, items, kept }) => {
    const labels = new Map<number, string[]>();
    for (const { item, label } of kept) {
      labels.set(item, [...(labels.get(item) ?? []), quoted(label)]);
    }
    const values = [...labels].map(([item, all]) => `${all.join(', ')} of ${itemName(item, rows)}`);
    return `${capitalized(itemList(items, rows))} have the same external ID, ${shortened(externalId)}, but different values. The pass ${has} ${values.join(', and ')}.`;
  });
  const rest = conflicts.length - lines.length;
  return rest > 0 ? [...lines, `And ${rest} more.`] : lines;
}

/** `Succeeded: items 0-2 (rows 1-3). Failed: item 3 (row 4). Not run: none.`; empty for a single item. */
export function reportText(report: RunReport, rows: ItemRows = []): string {
  if (countItems(report) <= 1) return '';
  const { done, failed, unknown, notStarted, duplicates } = report;
  return [
    `Succeeded: ${itemList(
      done.map(({ item }) => item),
      rows,
    )}.`,
    `Failed: ${itemList(failed, rows)}.`,
    ...(unknown.length > 0 ? [`Unknown result: ${itemList(unknown, rows)}.`] : []),
    `Not run: ${itemList(notStarted, rows)}.`,
    ...(duplicates ? [duplicatesText(duplicates)] : []),
  ].join(' ');
}

/**
 * `Items 2-5 (rows 3-6): 'Email' is empty. Enter an email address.`, a line for each reason.
 * @param shownHint the one that a text above already gives
 */
export function reasonLines(report: RunReport, rows: ItemRows, shownHint?: string): string[] {
  const { reasons } = report;
  const lines = reasons.map(({ items, message, hint, invalid }) => {
    const unseen = { message, hint: hint === shownHint ? undefined : hint, invalid };
    return `${capitalized(itemList(items, rows))}: ${explanations(unseen).join(' ')}`;
  });
  const rest = countFailed(report) - reasons.reduce((sum, { items }) => sum + items.length, 0);
  return rest > 0 ? [...lines, `And ${rest} more.`] : lines;
}

const MAX_DUPLICATES = 20;

/** What to do about passes that overlapping runs have issued twice. */
export function duplicatesText({ found, isComplete }: Duplicates): string {
  const problem = 'Another run issued passes with the same external IDs at the same time.';
  if (!isComplete) {
    return `${problem} The newest passes could not be read. Check the list of passes for external IDs that appear twice.`;
  }
  const shown = found
    .slice(0, MAX_DUPLICATES)
    .map((pass) => `${shortened(pass.externalId)} (void ${pass.void.join(', ')})`);
  const rest = found.length - shown.length;
  const more = rest > 0 ? `, and ${rest} more. ${allDuplicatesText(found)}` : '.';
  return `${problem} ${found.length} external ${found.length === 1 ? 'ID now has' : 'IDs now have'} two passes. Lookups use the older one, so void the newer one: ${shown.join(', ')}${more}`;
}

/** Where a person finds those that are not named. */
function allDuplicatesText(found: Duplicates['found']): string {
  const oldest = new Date(Math.min(...found.map(({ created }) => created))).toISOString();
  return `To see all of them, use '${getAll.label}' with '${listFilters.issuedAfter.label}' set to ${oldest}: their external IDs appear twice.`;
}
