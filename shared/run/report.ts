import { type ServiceError, isServiceError } from '../errors/serviceError';
import { compact } from '../runtime/records';
import { capitalized, counted, sentence } from '../service/text';
import { explanations } from './explanations';
import type { Finding } from './findings/finding';
import { itemList, type ItemRows } from './itemNames';
import type { RunItem } from './runItem';
import type { FurtherItem } from './runItems';

/** How the items of a run ended. Items are numbered from 0. */
export interface RunReport {
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
  findings: Finding[];
}

interface FurtherState {
  /** Whether it is about the run, not about one object. */
  ofRun?: true;
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

/** A run may have thousands of failed items, each with a different message. */
const MAX_REASONS = 10;

/** What items with the same error have in common. */
interface Reason extends Explanation {
  items: number[];
}

/** What a report has beside the results of the items. */
interface Further {
  further?: readonly FurtherItem[];
  findings?: Finding[];
}

export function createReport(
  items: readonly Pick<RunItem, 'index' | 'result'>[],
  { further = [], findings = [] }: Further = {},
): RunReport {
  const report: RunReport = {
    done: [],
    failed: [],
    unknown: [],
    notStarted: [],
    reasons: [],
    further: further.map(furtherState),
    findings,
  };
  const reasons = new Map<string, Reason>();
  for (const { index: item, result } of items) {
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
  return report;
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

function furtherState(result: FurtherItem): FurtherState {
  if (result.state === 'failed')
    return compact({ ofRun: result.ofRun, reason: reasonOf(result.error) });
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
  const counts = [`${counted(count, 'item')}: ${countsText(states)}`, ...furtherText(report)].join(
    '. ',
  );
  return onlyPreviewed ? `Preview only, nothing was sent. ${counts}` : counts;
}

/** `Other passes: 3 voided, 1 failed`; nothing without any. */
function furtherText({ further }: RunReport): string[] {
  const passes = further.filter(({ ofRun }) => !ofRun);
  if (passes.length === 0) return [];
  const done = passes.filter(({ reason }) => !reason);
  const states = [...countStates(done), [passes.length - done.length, 'failed']] as const;
  return [`Other passes: ${countsText(states)}`];
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

/** `Succeeded: items 0-2 (rows 1-3). Failed: item 3 (row 4). Not run: none.`; empty for a single item. */
export function reportText(report: RunReport, rows: ItemRows = []): string {
  if (countItems(report) <= 1) return '';
  const { done, failed, unknown, notStarted, findings } = report;
  return [
    `Succeeded: ${itemList(
      done.map(({ item }) => item),
      rows,
    )}.`,
    `Failed: ${itemList(failed, rows)}.`,
    ...(unknown.length > 0 ? [`Unknown result: ${itemList(unknown, rows)}.`] : []),
    `Not run: ${itemList(notStarted, rows)}.`,
    ...furtherText(report).map(sentence),
    ...findings.flatMap(({ lines }) => lines),
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
