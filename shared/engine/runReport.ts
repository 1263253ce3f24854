import type { Duplicates } from '../api/externalIdList';
import { isServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import { shortened } from '../service/text';
import { sentence } from '../service/text';
import type { ItemResult } from './runItems';

/** Results of all items of a run that stopped at one of them. Items are numbered from 0. */
export interface RunReport {
  /** Items that succeeded, with the IDs of their results. */
  done: { item: number; id?: unknown; externalId?: unknown; outcome?: unknown }[];
  failed: number[];
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
  fix?: string;
}

/** A run may have thousands of failed items, each with a different message. */
const MAX_REASONS = 10;

/** @param outputOf the single output of a result, if it has one */
export function reportOf<R>(
  results: readonly ItemResult<R>[],
  outputOf: (result: R) => Output | undefined,
): RunReport {
  const report: RunReport = { done: [], failed: [], unknown: [], notStarted: [], reasons: [] };
  const reasons = new Map<string, Reason>();
  for (const [item, result] of results.entries()) {
    if (result.state === 'done') {
      const { id, externalId, outcome } = outputOf(result.value) ?? {};
      report.done.push({ item, id, externalId, outcome });
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
  const message = error instanceof Error ? error.message : String(error);
  const fix = isServiceError(error) ? error.hint : undefined;
  const key = JSON.stringify([message, fix]);
  const same = reasons.get(key);
  if (same) same.items.push(item);
  else reasons.set(key, { items: [item], message, fix });
}

/** `Succeeded: items 0-2. Failed: item 3. Not run: none.`; empty for a single item. */
export function reportText({ done, failed, unknown, notStarted, duplicates }: RunReport): string {
  if (done.length + failed.length + unknown.length + notStarted.length <= 1) return '';
  return [
    `Succeeded: ${itemList(done.map(({ item }) => item))}.`,
    `Failed: ${itemList(failed)}.`,
    ...(unknown.length > 0 ? [`Unknown result: ${itemList(unknown)}.`] : []),
    `Not run: ${itemList(notStarted)}.`,
    ...(duplicates ? [duplicatesText(duplicates)] : []),
  ].join(' ');
}

/**
 * `Items 2-5: 'Email' is empty.`, a line for each reason; none for a single failed item, whose reason is
 * the error itself.
 * @param shownFix the fix that the text above already gives
 */
export function reasonLines({ failed, unknown, reasons }: RunReport, shownFix: string): string[] {
  const count = failed.length + unknown.length;
  if (count <= 1) return [];
  const lines = reasons.map(({ items, message, fix }) =>
    [`${capitalized(itemList(items))}: ${sentence(message)}`, fix === shownFix ? '' : fix]
      .filter(Boolean)
      .join(' '),
  );
  const rest = count - reasons.reduce((sum, { items }) => sum + items.length, 0);
  return rest > 0 ? [...lines, `And ${rest} more.`] : lines;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
    .map((one) => `${shortened(one.externalId)} (void ${one.void.join(', ')})`);
  const rest = found.length - shown.length;
  const more = rest > 0 ? `, and ${rest} more that appear twice in the list of passes` : '';
  return `${problem} ${found.length} external ${found.length === 1 ? 'ID now has' : 'IDs now have'} two passes. Lookups use the older one, so void the newer one: ${shown.join(', ')}${more}.`;
}

/** Longer lists are truncated. */
const MAX_RANGES = 10;

/** `[0, 1, 2, 5]` -> `items 0-2, 5` */
function itemList(indexes: readonly number[]): string {
  if (indexes.length === 0) return 'none';
  const ranges: [first: number, last: number][] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const shown = ranges.slice(0, MAX_RANGES);
  const rest = ranges.slice(MAX_RANGES).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const list = shown
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ');
  return `${indexes.length === 1 ? 'item' : 'items'} ${list}${rest > 0 ? ` and ${rest} more` : ''}`;
}
