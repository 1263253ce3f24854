/** What a run did: how many items ended how, and why the others failed. `reportText.ts` words it. */

import { type ServiceError, isServiceError, messageOf } from '../errors/serviceError';
import { compact } from '../runtime/records';
import type { ListResult, OperationResult } from '../operations/operation';
import type { Note, NoteOfItem } from '../operations/notes';
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
  /** Results of a list that belong to no item. */
  listResults: ListOutcome[];
  /** What a person should know; `wordNotes` words it. */
  notes: NoteOfItem[];
}

/** The result for one object, or what a preview says that it would be. */
export interface Outcome {
  wouldBe?: string;
  outcome?: unknown;
}

/** An item that succeeded, with the IDs of its result; without any for a list. */
interface DoneItem extends Outcome {
  item: number;
  id?: unknown;
  externalId?: unknown;
}

/** A result of a list that belongs to no item. */
interface ListOutcome extends Outcome {
  /** Whether it is about the run, not about one object. */
  isAboutRun?: true;
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

/** The items that failed for the same reason. */
interface Reason extends Explanation {
  items: number[];
}

/** A run may have thousands of failed items, each with a different message. */
export const MAX_REASONS = 10;

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

export function countItems({ done, failed, unknown, notStarted }: RunReport): number {
  return done.length + failed.length + unknown.length + notStarted.length;
}

function notesOfItem({ index: item, result, notes }: Pick<RunItem, 'index' | 'result' | 'notes'>) {
  const isPreview = result.state === 'done' && 'wouldBe' in result.value;
  return notes.map((note): NoteOfItem => ({ item, ...(isPreview && { isPreview }), note }));
}

function idsAndOutcome(result: OperationResult): Omit<DoneItem, 'item'> {
  const { wouldBe, id, externalId, outcome } = Array.isArray(result) ? {} : result;
  return { wouldBe: wouldBe as string | undefined, id, externalId, outcome };
}

function listOutcome(result: ListResult): ListOutcome {
  if (result.state === 'failed') {
    return compact({ isAboutRun: result.isAboutRun, reason: reasonOf(result.error) });
  }
  const { wouldBe, outcome } = result.value;
  return compact({ wouldBe: wouldBe as string | undefined, outcome });
}

function addReason(reasons: Map<string, Reason>, item: number, error: unknown): void {
  const reason = reasonOf(error);
  const key = JSON.stringify([reason.message, reason.hint]);
  const same = reasons.get(key);
  if (same) same.items.push(item);
  else reasons.set(key, { items: [item], ...reason });
}

function reasonOf(error: unknown): Explanation {
  const { hint, invalid } = isServiceError(error) ? error : {};
  return compact({ message: messageOf(error), hint, invalid });
}
