import { externalIdKey } from '../../operations/serialBy';
import { shortened } from '../../service/text';
import { capitalized } from '../../service/wording';
import { itemList, itemName } from '../itemNames';
import type { RunItem } from '../runItem';
import {
  type EndedRun,
  type Finding,
  indexesOf,
  isPreviewed,
  outcomeOf,
  outputOf,
  someLines,
} from './finding';

/** Outcomes of an item whose values the pass has. */
const SENT = new Set<unknown>(['created', 'updated', 'reactivated']);

/** Items of one person with the same external ID: the pass has the values of only one of them. */
export function findSharedIds({ items, rows }: EndedRun): Finding | undefined {
  const shared: { indexes: number[]; line: string }[] = [];
  for (const [externalId, group] of byExternalId(items)) {
    const last = group.findLast((item) => SENT.has(outcomeOf(item)));
    const mayDiffer = group.some((item) => item !== last && outcomeOf(item) !== 'unchanged');
    if (!last || !mayDiffer) continue;
    const indexes = indexesOf(group);
    const has = isPreviewed(last) ? 'would have' : 'has';
    const line = `${capitalized(itemList(indexes, rows))} have the same external ID, ${shortened(externalId)}. The pass ${has} the values of the last one that was sent, ${itemName(last.index, rows)}.`;
    shared.push({ indexes, line });
  }
  if (shared.length === 0) return undefined;
  return {
    about: 'sharedIds',
    items: shared.flatMap(({ indexes }) => indexes),
    lines: someLines(shared.map(({ line }) => line)),
  };
}

/** The items that succeeded, for each external ID. */
function byExternalId(items: readonly RunItem[]): [externalId: string, items: RunItem[]][] {
  const groups = new Map<string, [string, RunItem[]]>();
  for (const item of items) {
    if (outputOf(item) === undefined) continue;
    for (const ref of item.refs) {
      const key = externalIdKey(ref);
      const group = groups.get(key);
      if (group) group[1].push(item);
      else groups.set(key, [ref.externalId, [item]]);
    }
  }
  return [...groups.values()];
}
