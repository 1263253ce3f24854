import { isServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { ItemResult } from './runItems';

/** Results of all items of a run that stopped at one of them. Items are numbered from 0. */
export interface RunReport {
  /** Items that succeeded, with the IDs of their results. */
  done: { item: number; id?: unknown; externalId?: unknown; outcome?: unknown }[];
  failed: number[];
  /** Items with an unknown outcome. */
  unknown: number[];
  notStarted: number[];
}

/** @param outputOf the single output of a result, if it has one */
export function reportOf<R>(
  results: readonly ItemResult<R>[],
  outputOf: (result: R) => Output | undefined,
): RunReport {
  const report: RunReport = { done: [], failed: [], unknown: [], notStarted: [] };
  for (const [item, result] of results.entries()) {
    if (result.state === 'done') {
      const { id, externalId, outcome } = outputOf(result.value) ?? {};
      report.done.push({ item, id, externalId, outcome });
    } else if (result.state === 'notStarted') report.notStarted.push(item);
    else if (isServiceError(result.error, 'outcomeUnknown')) report.unknown.push(item);
    else report.failed.push(item);
  }
  return report;
}

/** `Succeeded: items 0-2. Failed: item 3. Not run: none.`; empty for a single item. */
export function reportText({ done, failed, unknown, notStarted }: RunReport): string {
  if (done.length + failed.length + unknown.length + notStarted.length <= 1) return '';
  return [
    `Succeeded: ${itemList(done.map(({ item }) => item))}.`,
    `Failed: ${itemList(failed)}.`,
    ...(unknown.length > 0 ? [`Unknown result: ${itemList(unknown)}.`] : []),
    `Not run: ${itemList(notStarted)}.`,
  ].join(' ');
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
