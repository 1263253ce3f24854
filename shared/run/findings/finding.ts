import type { Output } from '../../fields/output';
import type { Context } from '../../operations/context';
import type { Operation } from '../../operations/operation';
import type { ItemRows } from '../itemNames';
import type { RunItem } from '../runItem';

/** What a person should know about a run that no single result shows. */
export interface Finding {
  about: string;
  /** The items that it is about, numbered from 0; none if it is about the whole run. */
  items: readonly number[];
  /** What to show, with the fix. */
  lines: readonly string[];
  /** The same for programs. */
  details?: unknown;
}

/** A run that ended, for what looks for findings. */
export interface EndedRun {
  operation: Operation;
  context: Context;
  items: readonly RunItem[];
  rows: ItemRows;
  /** How many external IDs another run has issued at the same time. */
  issuedTwice: number;
  /** What is planned for what is in no item. */
  listNotes: readonly string[];
}

/**
 * Looks for one kind of finding, and words it.
 * @param earlier what was found before it
 */
export type FindFinding = (
  run: EndedRun,
  earlier: readonly Finding[],
) => Finding | undefined | Promise<Finding | undefined>;

/** The output of an item that succeeded; of a list, nothing. */
export function outputOf({ result }: RunItem): Output | undefined {
  return result.state === 'done' && !Array.isArray(result.value) ? result.value : undefined;
}

/** How the run of an item ended for its pass, or would end according to a preview. */
export function outcomeOf(item: RunItem): unknown {
  const { wouldBe, outcome } = outputOf(item) ?? {};
  return wouldBe ?? outcome;
}

/** Whether nothing was sent for an item, because it was a preview. */
export function isPreviewed(item: RunItem): boolean {
  return outputOf(item)?.wouldBe !== undefined;
}

const EXISTED = new Set<unknown>(['existing', 'updated', 'unchanged', 'reactivated']);

/** Whether the pass of an item existed before the run. */
export function hasExisted(item: RunItem): boolean {
  return EXISTED.has(outcomeOf(item));
}

/** Whether the existing pass of an item has its values now. */
export function wasUpdated(item: RunItem): boolean {
  const outcome = outputOf(item)?.outcome;
  return outcome === 'updated' || outcome === 'reactivated';
}

/** The numbers of items. */
export function indexesOf(items: readonly RunItem[]): number[] {
  return items.map(({ index }) => index);
}

/** A list may have thousands. */
const MAX_LINES = 10;

/** The first lines, and how many more there are. */
export function someLines(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), `And ${rest} more.`] : [...lines];
}
