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
  further: FurtherState[];
  /** Items with an unknown outcome. */
  unknown: number[];
  notStarted: number[];
  /** Why items failed, including those with an unknown outcome; the first {@link MAX_REASONS}. */
  reasons: Reason[];
  duplicates?: Duplicates;
}

interface FurtherState {
  wouldBe?: string;
  outcome?: unknown;
  /** If it failed. */
  reason?: Explanation;
}

/** Why something failed. */
export interface Explanation {
  message: string;
  hint?: string;
  /** Each invalid input, if there are several. */
  invalid?: ServiceError['invalid'];
}

/** What items with the same error have in common. */
interface Reason extends Explanation {
  items: number[];
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
    done: [],
    failed: [],
    unknown: [],
    notStarted: [],
    reasons: [],
    further: further.map(furtherState),
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
  const reason = reasonOf(error);
  const key = JSON.stringify([reason.message, reason.hint]);
  const same = reasons.get(key);
  if (same) same.items.push(item);
  else reasons.set(key, { items: [item], ...reason });
}

function reasonOf(error: unknown): Explanation {
  const message = error instanceof Error ? error.message : String(error);
  const { hint, invalid } = isServiceError(error) ? error : {};
  return compact({ message, hint, invalid });
}

function furtherState(result: ItemResult<Output>): FurtherState {
  if (result.state === 'failed') return { reason: reasonOf(result.error) };
  const { wouldBe, outcome } = result.state === 'done' ? result.value : {};
  return compact({ wouldBe: wouldBe as string | undefined, outcome });
}

/** How many items failed, including those with an unknown outcome. */
export function countFailed({ failed, unknown }: RunReport): number {
  return failed.length + unknown.length;
}

function countItems({ done, failed, unknown, notStarted }: RunReport): number {
  return done.length + failed.length + unknown.length + notStarted.length;
}

/** Outcomes that the summary counts, in its order, with its words. */
const OUTCOMES: Record<string, string> = {
  created: 'created',
  existing: 'existing',
  updated: 'updated',
  unchanged: 'unchanged',
  voided: 'voided',
  notInList: 'not in the list',
};

/**
 * `120 items: 100 created, 15 existing, 4 failed, 1 with an unknown result. Other passes: 2 voided`; `undefined` for a
 * single item. Of a preview: `Preview only, nothing was sent. 2 items: 1 would be created, 1 failed`.
 */
export function summaryText(report: RunReport): string | undefined {
  const count = countItems(report);
  const { done, failed, unknown, notStarted, further } = report;
  const onlyPreviewed = isPreview(done);
  if (count < 2 && !onlyPreviewed && further.length === 0) return undefined;
  const states = [
    ...countStates(done),
    [failed.length, 'failed'],
    [unknown.length, 'with an unknown result'],
    [notStarted.length, 'not run'],
  ] as const;
  const counts = [
    `${count} ${count === 1 ? 'item' : 'items'}: ${countsText(states)}`,
    ...(further.length > 0 ? [furtherText(report)] : []),
  ].join('. ');
  return onlyPreviewed ? `Preview only, nothing was sent. ${counts}` : counts;
}

/** `Other passes: 3 voided, 1 failed`. */
function furtherText({ further }: RunReport): string {
  const done = further.filter(({ reason }) => !reason);
  const states = [...countStates(done), [further.length - done.length, 'failed']] as const;
  return `Other passes: ${countsText(states)}`;
}

/** How many ended in which way. */
function countStates(done: readonly FurtherState[]): (readonly [number, string])[] {
  const inOrder = Object.values(OUTCOMES).flatMap((state) => [state, `would be ${state}`]);
  const states = new Map(inOrder.map((state) => [state, 0]));
  for (const result of done) {
    const state = doneState(result);
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  return [...states].map(([state, count]) => [count, state]);
}

function countsText(states: readonly (readonly [number, string])[]): string {
  return states
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`)
    .join(', ');
}

function isPreview(done: RunReport['done']): boolean {
  return done.length > 0 && done.every(({ wouldBe }) => wouldBe !== undefined);
}

function doneState({ wouldBe, outcome }: FurtherState): string {
  if (wouldBe === 'existing' || wouldBe === 'unchanged') return wouldBe;
  if (wouldBe !== undefined) return `would be ${wouldBe}`;
  return OUTCOMES[outcome as string] ?? 'succeeded';
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
  { otherEmails = [], done }: RunReport,
  rows: ItemRows,
): string | undefined {
  const updated = new Set(
    done.filter(({ outcome }) => outcome === 'updated').map(({ item }) => item),
  );
  const text = (items: number[], oneAdvice: string, advice: string) => {
    if (items.length === 0) return [];
    const list = itemList(items, rows);
    return items.length === 1
      ? `1 item has another email than its existing pass: ${list}. The pass may belong to somebody else. ${oneAdvice}`
      : `${items.length} items have another email than their existing passes: ${list}. The passes may belong to other people. ${advice}`;
  };
  const texts = [
    text(
      otherEmails.filter((item) => !updated.has(item)),
      'Check the external ID before you send its link or overwrite it.',
      'Check the external IDs before you send their links or overwrite them.',
    ),
    text(
      otherEmails.filter((item) => updated.has(item)),
      'It was updated: check the external ID, and correct the pass if it was the wrong one.',
      'They were updated: check the external IDs, and correct those that were the wrong ones.',
    ),
  ].flat();
  return texts.length === 0 ? undefined : texts.join(' ');
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
  const { done, failed, unknown, notStarted, further, duplicates } = report;
  return [
    `Succeeded: ${itemList(
      done.map(({ item }) => item),
      rows,
    )}.`,
    `Failed: ${itemList(failed, rows)}.`,
    ...(unknown.length > 0 ? [`Unknown result: ${itemList(unknown, rows)}.`] : []),
    `Not run: ${itemList(notStarted, rows)}.`,
    ...(further.length > 1 ? [`${furtherText(report)}.`] : []),
    ...(duplicates ? [duplicatesText(duplicates)] : []),
  ].join(' ');
}

/**
 * `Items 2-5 (rows 3-6): 'Email' is empty. Enter an email address.`, a line for each reason.
 * @param shownHint the one that a text above already gives
 */
export function reasonLines(report: RunReport, rows: ItemRows, shownHint?: string): string[] {
  const { reasons, further } = report;
  const explain = ({ hint, ...reason }: Explanation): string =>
    explanations({ ...reason, hint: hint === shownHint ? undefined : hint }).join(' ');
  const lines = reasons.map(
    ({ items, ...reason }) => `${capitalized(itemList(items, rows))}: ${explain(reason)}`,
  );
  const rest = countFailed(report) - reasons.reduce((sum, { items }) => sum + items.length, 0);
  const others = new Set(further.flatMap(({ reason }) => (reason ? explain(reason) : [])));
  return [
    ...lines,
    ...(rest > 0 ? [`And ${rest} more.`] : []),
    ...[...others].slice(0, MAX_REASONS),
  ];
}

const MAX_DUPLICATES = 20;

/**
 * Which external IDs overlapping runs have issued, and where to see their passes. Which of them to keep is unknown:
 * the service documents only that a lookup acts on the first pass that it finds.
 */
export function duplicatesText({ found, isComplete }: Duplicates): string {
  const problem = 'Another run issued passes with the same external IDs at the same time.';
  if (!isComplete) {
    return `${problem} The newest passes could not be read. Check the list of passes for external IDs that appear more than once.`;
  }
  const names = found.slice(0, MAX_DUPLICATES).map(({ externalId }) => shortened(externalId));
  const rest = found.length - names.length;
  const list = `${names.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
  const first = new Date(Math.min(...found.map(({ created }) => created))).toISOString();
  const [have, they] = found.length === 1 ? ['ID has', 'it appears'] : ['IDs have', 'they appear'];
  return `${problem} ${found.length} external ${have} more than one pass: ${list}. To see the passes, use '${getAll.label}' with '${listFilters.issuedAfter.label}' set to ${first}: ${they} more than once.`;
}
