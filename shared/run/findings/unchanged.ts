import { upsert } from '../../operations/pass/upsert';
import { counted } from '../../service/wording';
import { type EndedRun, type Finding, indexesOf, outputOf } from './finding';

/**
 * The items whose pass existed and was returned as it is. Nothing else shows that new values of these items were
 * not written. Without those whose pass may be somebody else's, which nobody should overwrite.
 */
export function findUnchanged(
  { operation, items }: EndedRun,
  earlier: readonly Finding[],
): Finding | undefined {
  if (!('ifExists' in operation.input)) return undefined;
  const ofOthers = new Set(earlier.find(({ about }) => about === 'otherHolders')?.items);
  const found = items.filter(
    (item) => outputOf(item)?.outcome === 'existing' && !ofOthers.has(item.index),
  );
  if (found.length === 0) return undefined;
  const line = `${counted(found.length, 'item')} found an existing pass and did not change it: new values, such as a name or an email, were not written. To write them, use '${upsert.label}'.`;
  return { about: 'unchanged', items: indexesOf(found), lines: [line] };
}
